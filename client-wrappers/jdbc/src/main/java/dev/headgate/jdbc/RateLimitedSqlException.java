package dev.headgate.jdbc;

import dev.headgate.api.RateLimited;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Rejection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A connection that Headgate did not let the program borrow. Its SQLState is {@value #SQL_STATE}, which no pool takes for a
 * broken connection, its vendor code 0. Under the agent programs cannot name this class: they catch the supertype or ask
 * {@link RateLimited#find}. Immutable.
 */
public class RateLimitedSqlException extends SQLTransientConnectionException implements RateLimited {
    /** A state of our own; the SQL standard leaves classes from {@code I} to {@code Z} to implementations. */
    public static final String SQL_STATE = "RL001";

    private static final long serialVersionUID = 1L;

    private final String downstream;
    private final Reason reason;
    private final long retryAfterMillis;

    /** Makes the form that JDBC's callers know. */
    public RateLimitedSqlException(Rejection rejection) {
        super(rejection.message(), SQL_STATE, 0);
        this.downstream = rejection.downstream();
        this.reason = rejection.reason();
        this.retryAfterMillis = Math.max(1, rejection.retryAfterMillis());
    }

    @Override
    public String downstream() {
        return downstream;
    }

    @Override
    public Reason reason() {
        return reason;
    }

    @Override
    public Duration retryAfter() {
        return Duration.ofMillis(retryAfterMillis);
    }

    /**
     * Returns what a borrow that ended so throws, or null if it goes. The thread is interrupted again if it was, as pools do.
     * For this library and the agent.
     */
    public static @Nullable SQLException failure(Outcome outcome) {
        if (outcome instanceof Outcome.Admitted) {
            return null;
        }
        if (outcome instanceof Outcome.Rejected) {
            return new RateLimitedSqlException(((Outcome.Rejected) outcome).rejection());
        }
        if (outcome instanceof Outcome.Interrupted) {
            Thread.currentThread().interrupt();
            InterruptedException cause = new InterruptedException("interrupted while Headgate held the borrow");
            return new SQLException("Interrupted during connection acquisition", cause);
        }
        return new SQLException("Connection acquisition was cancelled");
    }
}
