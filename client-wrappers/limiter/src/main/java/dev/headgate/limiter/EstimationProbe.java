package dev.headgate.limiter;

/**
 * What would become of an attempt to consume. Immutable.
 *
 * <pre>{@code
 * EstimationProbe probe = bucket.estimateAbilityToConsume(50);
 * if (!probe.canBeConsumed()) { later(probe.getNanosToWaitForRefill()); }
 * }</pre>
 */
public final class EstimationProbe {
    private final boolean canBeConsumed;
    private final long remainingTokens;
    private final long nanosToWaitForRefill;

    private EstimationProbe(boolean canBeConsumed, long remainingTokens, long nanosToWaitForRefill) {
        this.canBeConsumed = canBeConsumed;
        this.remainingTokens = Math.max(0, remainingTokens);
        this.nanosToWaitForRefill = nanosToWaitForRefill;
    }

    /** The tokens could be consumed now. */
    public static EstimationProbe canBeConsumed(long remainingTokens) {
        return new EstimationProbe(true, remainingTokens, 0);
    }

    /** The tokens could be consumed only later. */
    public static EstimationProbe canNotBeConsumed(long remainingTokens, long nanosToWaitForRefill) {
        return new EstimationProbe(false, remainingTokens, nanosToWaitForRefill);
    }

    /** Whether the tokens could be consumed now. */
    public boolean canBeConsumed() {
        return canBeConsumed;
    }

    /** The tokens that would be granted now. */
    public long getRemainingTokens() {
        return remainingTokens;
    }

    /** Nanoseconds until the tokens could be consumed if nobody else came; 0 if they could now. */
    public long getNanosToWaitForRefill() {
        return nanosToWaitForRefill;
    }

    @Override
    public String toString() {
        return "EstimationProbe{canBeConsumed=" + canBeConsumed + ", remainingTokens=" + remainingTokens
                + ", nanosToWaitForRefill=" + nanosToWaitForRefill + '}';
    }
}
