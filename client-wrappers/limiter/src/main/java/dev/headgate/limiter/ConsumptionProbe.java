package dev.headgate.limiter;

/**
 * What became of an attempt to consume, and how the bucket stands after it. Immutable.
 *
 * <pre>{@code
 * ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
 * response.setHeader("X-RateLimit-Remaining", String.valueOf(probe.getRemainingTokens()));
 * if (!probe.isConsumed()) { retryAfterSeconds((probe.getNanosToWaitForRefill() + 999_999_999) / 1_000_000_000); }
 * }</pre>
 */
public final class ConsumptionProbe {
    private final boolean consumed;
    private final long remainingTokens;
    private final long nanosToWaitForRefill;
    private final long nanosToWaitForReset;

    private ConsumptionProbe(boolean consumed, long remaining, long nanosToWaitForRefill, long nanosToWaitForReset) {
        this.consumed = consumed;
        this.remainingTokens = Math.max(0, remaining);
        this.nanosToWaitForRefill = nanosToWaitForRefill;
        this.nanosToWaitForReset = nanosToWaitForReset;
    }

    /** The tokens were consumed. */
    public static ConsumptionProbe consumed(long remainingTokens, long nanosToWaitForReset) {
        return new ConsumptionProbe(true, remainingTokens, 0, nanosToWaitForReset);
    }

    /** Nothing was consumed. */
    public static ConsumptionProbe rejected(long remainingTokens, long nanosToWaitForRefill, long nanosToWaitForReset) {
        return new ConsumptionProbe(false, remainingTokens, nanosToWaitForRefill, nanosToWaitForReset);
    }

    /** Whether the tokens were consumed. */
    public boolean isConsumed() {
        return consumed;
    }

    /** The tokens that would be granted now. */
    public long getRemainingTokens() {
        return remainingTokens;
    }

    /** Nanoseconds until the same attempt would succeed if nobody else came; 0 if it did. */
    public long getNanosToWaitForRefill() {
        return nanosToWaitForRefill;
    }

    /** Nanoseconds until the bucket is as if unused, if nobody came. */
    public long getNanosToWaitForReset() {
        return nanosToWaitForReset;
    }

    @Override
    public String toString() {
        return "ConsumptionProbe{consumed=" + consumed + ", remainingTokens=" + remainingTokens
                + ", nanosToWaitForRefill=" + nanosToWaitForRefill + ", nanosToWaitForReset=" + nanosToWaitForReset
                + '}';
    }
}
