package dev.headgate.jdbc;

import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.match.JdbcTarget;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/**
 * Holds the borrows of one data source. A borrow that another one makes on its way (a data source that delegates to a wrapped
 * one) is part of it; one by a thread that holds a connection is charged and never waits. Thread-safe.
 */
final class BorrowGate {
    private static final int MOST_USERS = 256;
    private static final OpenConnections OPEN = new OpenConnections(new PerCall<>());
    private static final ThreadLocal<@Nullable Downstreams> CHARGING = new ThreadLocal<>();

    private final Pool pool;
    private final Downstreams downstreams;
    private final ConcurrentMap<String, JdbcTarget> byUser = new ConcurrentHashMap<>();

    /** How the data source gives a connection. */
    interface Borrow {
        Connection open() throws SQLException;
    }

    BorrowGate(Pool pool, Downstreams downstreams) {
        this.pool = pool;
        this.downstreams = downstreams;
    }

    boolean serves(Downstreams rules) {
        return downstreams == rules;
    }

    /**
     * Lets one borrow through when its time has come, and tells what became of it.
     *
     * @param user who logs in; null for the user of the pool
     * @throws RateLimitedSqlException if it may not go
     */
    Connection pass(@Nullable String user, Borrow borrow) throws SQLException {
        Downstreams outer = CHARGING.get();
        if (outer == downstreams) {
            return borrow.open();
        }
        Demand demand = downstreams.jdbc(target(user));
        if (demand != null && pool.isCovered()) {
            demand = null;
        }
        if (demand != null) {
            hold(demand);
        }
        Connection connection;
        CHARGING.set(downstreams);
        try {
            connection = borrow.open();
        } catch (SQLException | RuntimeException thrown) {
            ended(demand, thrown);
            throw thrown;
        } finally {
            if (outer == null) {
                CHARGING.remove();
            } else {
                CHARGING.set(outer);
            }
        }
        ended(demand, null);
        if (connection != null) {
            OPEN.opened(connection);
        }
        return connection;
    }

    private static void ended(@Nullable Demand demand, @Nullable Throwable thrown) {
        if (demand != null) {
            demand.ended(thrown);
        }
    }

    private void hold(Demand demand) throws SQLException {
        if (OPEN.anyOnThisThread()) {
            demand.owe();
            return;
        }
        SQLException failure =
                RateLimitedSqlException.failure(demand.acquire(null, pool.timeoutNanos(), Cancellation.NEVER));
        if (failure != null) {
            throw failure;
        }
    }

    private JdbcTarget target(@Nullable String user) {
        JdbcTarget target = pool.target();
        if (user == null || user.equals(target.user())) {
            return target;
        }
        JdbcTarget known = byUser.get(user);
        if (known == null) {
            known = new JdbcTarget(target.url(), target.poolName(), user);
            if (byUser.size() < MOST_USERS) {
                byUser.put(user, known);
            }
        }
        return known;
    }
}
