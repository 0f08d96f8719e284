package dev.headgate.throttle;

import dev.headgate.throttle.match.JdbcTarget;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which rule each pool is charged to, looked up once for each target. A program has few pools: they are walked, which
 * allocates nothing. Thread-safe; reading takes no lock.
 */
final class PoolRules {
    private volatile List<Known> known = List.of();

    private static final class Known extends WeakReference<JdbcTarget> {
        final @Nullable RuleThrottle throttle;

        Known(JdbcTarget target, @Nullable RuleThrottle throttle) {
            super(target);
            this.throttle = throttle;
        }
    }

    @Nullable
    RuleThrottle of(JdbcTarget target, Function<JdbcTarget, @Nullable RuleThrottle> lookUp) {
        List<Known> pools = known;
        for (int i = 0; i < pools.size(); i++) {
            Known pool = pools.get(i);
            if (pool.refersTo(target)) {
                return pool.throttle;
            }
        }
        RuleThrottle found = lookUp.apply(target);
        add(new Known(target, found));
        return found;
    }

    private synchronized void add(Known pool) {
        List<Known> living = new ArrayList<>(known.size() + 1);
        for (Known other : known) {
            if (!other.refersTo(null)) {
                living.add(other);
            }
        }
        living.add(pool);
        known = living;
    }
}
