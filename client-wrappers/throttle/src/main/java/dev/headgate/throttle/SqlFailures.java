package dev.headgate.throttle;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** What JDBC's exceptions show. Apart, so that a runtime without {@code java.sql} never asks for its classes. */
final class SqlFailures {
    private static final String INSUFFICIENT_RESOURCES = "53";

    private SqlFailures() {}

    /**
     * Returns whether a database, or the pool before it, could not take one more: no connection in time, none to be made, too
     * many of them (PostgreSQL 53300, MySQL 1040), not up yet.
     *
     * @param thrown a {@link SQLException}, or anything else
     */
    static boolean isOverload(Throwable thrown) {
        if (!(thrown instanceof SQLException failure)) {
            return false;
        }
        String state = failure.getSQLState() == null ? "" : failure.getSQLState();
        return thrown instanceof SQLTransientConnectionException
                || state.startsWith(INSUFFICIENT_RESOURCES)
                || switch (state) {
                    case "08001", "08004", "08006", "57P03" -> true;
                    default -> false;
                };
    }
}
