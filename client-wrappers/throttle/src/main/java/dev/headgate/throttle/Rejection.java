package dev.headgate.throttle;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.api.RateLimitedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Why a call does not go, before it takes the form that its client knows.
 *
 * @param downstream the rule's name
 * @param reason why
 * @param retryAfterMillis when to come back: whole milliseconds, rounded up, at least one
 * @param message for a person: which downstream, why, when to come back
 * @param limit the limit that stands against it; null if that is none, or not known
 */
public record Rejection(
        String downstream,
        Reason reason,
        long retryAfterMillis,
        String message,
        @Nullable Limit limit) {
    /** Makes one against which no certain limit stands. */
    public Rejection(String downstream, Reason reason, long retryAfterMillis, String message) {
        this(downstream, reason, retryAfterMillis, message, null);
    }

    /** Returns the form for HTTP clients. */
    public RateLimitedIOException toIOException() {
        return new RateLimitedIOException(message, downstream, reason, retryAfterMillis);
    }
}
