package dev.headgate.api;

import java.io.InterruptedIOException;
import java.time.Duration;

/**
 * An outbound HTTP call that Headgate did not let go. It extends {@link InterruptedIOException} because the HTTP clients do
 * not retry that type by themselves. The thread was not interrupted.
 */
public class RateLimitedIOException extends InterruptedIOException implements RateLimited {
    private static final long serialVersionUID = 1L;

    private final String downstream;
    private final Reason reason;
    private final long retryAfterMillis;

    /**
     * Makes a rejection.
     *
     * @param message which downstream, why, and when to come back; for a person
     * @param downstream the rule's name
     * @param reason why
     * @param retryAfterMillis time to come back in milliseconds; less than one counts as one
     */
    public RateLimitedIOException(String message, String downstream, Reason reason, long retryAfterMillis) {
        super(message);
        this.downstream = downstream;
        this.reason = reason;
        this.retryAfterMillis = Math.max(1, retryAfterMillis);
    }

    /**
     * Makes a copy by message alone. {@code HttpURLConnection} clones the exception it remembers through a constructor of
     * this form, and sets the original as the cause, from which all else is read.
     */
    public RateLimitedIOException(String message) {
        super(message);
        this.downstream = "";
        this.reason = Reason.LIMIT;
        this.retryAfterMillis = 1;
    }

    @Override
    public String downstream() {
        return original().downstream;
    }

    @Override
    public Reason reason() {
        return original().reason;
    }

    @Override
    public Duration retryAfter() {
        return Duration.ofMillis(original().retryAfterMillis);
    }

    private RateLimitedIOException original() {
        RateLimitedIOException original = this;
        while (original.downstream.isEmpty() && original.getCause() instanceof RateLimitedIOException) {
            original = (RateLimitedIOException) original.getCause();
        }
        return original;
    }
}
