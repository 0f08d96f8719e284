package dev.headgate.jdbc;

import static java.util.Objects.requireNonNullElse;

import dev.headgate.api.Covered;
import dev.headgate.throttle.match.JdbcTarget;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a data source without asking the database: where it connects and how long its callers wait. Thread-safe.
 */
final class Pool {
    private static final JdbcTarget NOWHERE = new JdbcTarget(null, null, null);

    private final DataSource source;
    private final @Nullable DataSource hikari;
    private final @Nullable JdbcTarget named;
    private volatile @Nullable JdbcTarget read;

    /**
     * Looks at a data source.
     *
     * @param named where it connects, as the program says; null to find out
     * @throws IllegalArgumentException if the program says nothing and the data source tells nothing
     */
    Pool(DataSource source, @Nullable JdbcTarget named) {
        this.source = source;
        this.hikari = HikariTargets.find(source);
        this.named = named;
        if (named == null && hikari == null) {
            throw new IllegalArgumentException(
                    "Headgate cannot tell where a " + source.getClass().getName()
                            + " connects without asking the database. Say it: HeadgateDataSource.wrap(dataSource, headgate,"
                            + " \"orders\") for a rule with `jdbc: [\"pool:orders\"]`, or"
                            + " wrap(dataSource, headgate, new JdbcTarget(\"jdbc:…\", null, null))");
        }
    }

    /** Returns where the pool connects; the same instance each time, once the pool has its name. */
    JdbcTarget target() {
        return named != null || hikari == null ? requireNonNullElse(named, NOWHERE) : read(hikari);
    }

    /** Returns true if the agent charges borrows from this pool. */
    boolean isCovered() {
        if (hikari == null) {
            return false;
        }
        JdbcTarget pool = read(hikari);
        return Covered.jdbc("hikari", pool.url(), pool.poolName(), pool.user());
    }

    private JdbcTarget read(DataSource pool) {
        JdbcTarget known = read;
        if (known == null) {
            known = HikariTargets.target(pool);
            // A pool that was not named gets its name when it starts, and may be configured until then.
            if (known.poolName() != null) {
                read = known;
            }
        }
        return known;
    }

    /** Returns how long a borrow may take, in nanoseconds; {@link Long#MAX_VALUE} if the pool does not say. */
    long timeoutNanos() {
        if (hikari != null) {
            return TimeUnit.MILLISECONDS.toNanos(HikariTargets.connectionTimeoutMillis(hikari));
        }
        try {
            int seconds = source.getLoginTimeout();
            return seconds <= 0 ? Long.MAX_VALUE : TimeUnit.SECONDS.toNanos(seconds);
        } catch (SQLException | RuntimeException unknown) {
            return Long.MAX_VALUE;
        }
    }
}
