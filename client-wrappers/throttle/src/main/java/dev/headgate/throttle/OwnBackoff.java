package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;
import java.util.HashMap;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The pauses of one rule in this process after refusals that do not say how long: exponential back-off with full jitter
 * (Brooker, "Exponential Backoff and Jitter"), for each key its own, and one for the rule as a whole. Thread-safe; while nothing fails it is one look at a
 * field.
 */
final class OwnBackoff {
    /** Beyond it keys share one pause. */
    static final int MOST_KEYS = 1_024;

    private static final int PERCENT = 100;
    private static final long SWEEP_NANOS = 1_000_000_000;

    private final Backoff terms;
    private final TimeMeter clock;
    private final RandomGenerator random;
    private final Map<PauseScope, Step> byScope = new HashMap<>();
    private @Nullable Step others;
    private boolean swept;
    private long sweptAt;

    /** How many steps there are, so that nobody takes the lock while there is none. */
    private volatile int steps;

    OwnBackoff(Backoff terms, TimeMeter clock, RandomGenerator random) {
        this.terms = terms;
        this.clock = clock;
        this.random = random;
    }

    /**
     * One refusal, or several that came together.
     *
     * @param nanos the pause before it is shortened at random
     * @param pauseEnd when the pause that was drawn ends
     * @param stepEnd until when further refusals belong to this one: what was under way when the pause began must not make the
     *     next one longer, however short the one that was drawn
     */
    private record Step(long nanos, long pauseEnd, long stepEnd) {}

    /**
     * Returns for how long from now none of these calls shall go; 0 if the rule has no such pause.
     */
    long refused(PauseScope whose) {
        if (terms.firstPauseNanos() == 0) {
            return 0;
        }
        long now = clock.currentTimeNanos();
        synchronized (byScope) {
            Step before = step(whose, now);
            if (before != null && before.pauseEnd() - now > 0) {
                return before.pauseEnd() - now;
            }
            Step next;
            if (before == null) {
                next = begin(terms.floorNanos(), now, now + terms.floorNanos());
            } else if (before.stepEnd() - now > 0) {
                next = begin(before.nanos(), now, before.stepEnd());
            } else {
                long longer = longer(before.nanos());
                next = begin(longer, now, now + longer);
            }
            put(whose, next);
            return next.pauseEnd() - now;
        }
    }

    /** Returns whether nothing fails, as far as that matters here. */
    boolean isCalm() {
        return steps == 0;
    }

    /** A call was served: if no such pause holds its like now, the next one is the first again. */
    void succeeded(PauseScope whose) {
        long now = clock.currentTimeNanos();
        synchronized (byScope) {
            Step step = step(whose, now);
            if (step != null && step.pauseEnd() - now <= 0) {
                forget(whose);
            }
        }
    }

    private Step begin(long nanos, long now, long stepEnd) {
        long drawn = terms.jitter() == Backoff.Jitter.FULL ? random.nextLong(nanos) + 1 : nanos;
        return new Step(nanos, now + drawn, stepEnd);
    }

    private long longer(long nanos) {
        long most = Math.max(nanos, terms.floorMaxNanos());
        try {
            return Math.max(nanos, Math.min(most, Math.multiplyExact(nanos, terms.factorPercent()) / PERCENT));
        } catch (ArithmeticException beyondAllBounds) {
            return most;
        }
    }

    private @Nullable Step step(PauseScope whose, long now) {
        Step own = byScope.get(whose);
        return own == null && byScope.size() >= MOST_KEYS && !makesRoom(now) ? others : own;
    }

    /** Forgets keys whose pauses have been over for as long as a pause can be; looks for them once a second. */
    private boolean makesRoom(long now) {
        if (swept && now - sweptAt < SWEEP_NANOS) {
            return false;
        }
        swept = true;
        sweptAt = now;
        byScope.values().removeIf(step -> now - step.stepEnd() > terms.floorMaxNanos());
        steps = count();
        return byScope.size() < MOST_KEYS;
    }

    private void put(PauseScope whose, Step step) {
        if (byScope.size() < MOST_KEYS || byScope.containsKey(whose)) {
            byScope.put(whose, step);
        } else {
            others = step;
        }
        steps = count();
    }

    private void forget(PauseScope whose) {
        if (byScope.remove(whose) == null) {
            others = null;
        }
        steps = count();
    }

    private int count() {
        return byScope.size() + (others == null ? 0 : 1);
    }
}
