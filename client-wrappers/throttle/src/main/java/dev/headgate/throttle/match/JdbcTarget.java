package dev.headgate.throttle.match;

import org.jspecify.annotations.Nullable;

/**
 * Where a pool's connections go. Make one for each pool and keep it: rules are looked up once for each instance.
 *
 * @param url the JDBC URL; null if the pool was configured otherwise
 * @param poolName the pool's name; null if it has none
 * @param user the user that the pool logs in with; null if unknown
 */
public record JdbcTarget(
        @Nullable String url,
        @Nullable String poolName,
        @Nullable String user) {
    /** Without the URL, which may hold a password. */
    @Override
    public String toString() {
        return "pool " + (poolName == null ? "(unnamed)" : poolName);
    }
}
