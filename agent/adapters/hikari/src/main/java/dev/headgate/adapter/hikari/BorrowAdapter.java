package dev.headgate.adapter.hikari;

import com.zaxxer.hikari.pool.HikariPool;
import dev.headgate.boot.Answer;
import dev.headgate.jdbc.HikariTargets;
import dev.headgate.jdbc.OpenConnections;
import dev.headgate.jdbc.RateLimitedSqlException;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.match.JdbcTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection is borrowed: the wait comes out of {@code connectionTimeout}, of which the pool gets what is left. A thread that
 * holds a connection is charged and never waits. Afterwards tells whether the pool gave one.
 */
public final class BorrowAdapter implements Adapter {
    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final AdapterContext context;
    private final PerCall<JdbcTarget> targets;
    private final OpenConnections open;

    public BorrowAdapter(AdapterContext context) {
        this.context = context;
        this.targets = context.shared("hikari.target");
        this.open = new OpenConnections(context.shared("jdbc.open"));
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        if (!(self instanceof HikariPool) || !(argument instanceof Long)) {
            return null;
        }
        Demand demand = demand((HikariPool) self);
        return demand == null ? null : hold(demand, (Long) argument);
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        if (returned instanceof Connection) {
            open.opened((Connection) returned);
        }
        if (self instanceof HikariPool && (returned instanceof Connection || thrown != null)) {
            Demand demand = demand((HikariPool) self);
            if (demand != null) {
                demand.ended(thrown);
            }
        }
        return null;
    }

    private @Nullable Demand demand(HikariPool pool) {
        return context.downstreams().jdbc(targets.computeIfAbsent(pool, () -> HikariTargets.of(pool.config)));
    }

    private @Nullable Answer hold(Demand demand, long timeoutMillis) {
        if (open.anyOnThisThread()) {
            demand.owe();
            return null;
        }
        Outcome outcome = demand.acquire(null, TimeUnit.MILLISECONDS.toNanos(timeoutMillis), Cancellation.NEVER);
        if (outcome instanceof Outcome.Admitted) {
            long waited = ((Outcome.Admitted) outcome).waitedNanos();
            return waited == 0 ? null : Answer.goingOnWith(left(timeoutMillis, waited));
        }
        SQLException failure = RateLimitedSqlException.failure(outcome);
        return failure == null ? null : Answer.throwing(failure);
    }

    /** At least 1: the pool then still gives a connection that lies idle. */
    private static Long left(long timeoutMillis, long waitedNanos) {
        return Math.max(1, timeoutMillis - (waitedNanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
    }
}
