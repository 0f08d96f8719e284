package dev.headgate.limiter;

/**
 * Limits that are taken all or none. Thread-safe, unless built with {@link SynchronizationStrategy#NONE}.
 *
 * <pre>{@code
 * Bucket bucket = Bucket.builder().addLimit(limit -> limit.capacity(10).refillGreedy(10, Duration.ofSeconds(1))).build();
 * if (bucket.tryConsume(1)) { call(); }
 * }</pre>
 *
 * Every verb throws {@link IllegalArgumentException} for tokens below 1, and those that ask for a grant also for more tokens
 * than the smallest capacity, which could never be granted.
 */
public interface Bucket {
    /** Starts a bucket in this process. */
    static LocalBucketBuilder builder() {
        return new LocalBucketBuilder();
    }

    /** Consumes the tokens if they may go now. */
    boolean tryConsume(long numTokens);

    /**
     * Consumes the tokens whether they may go or not; a bucket may be in debt after it.
     *
     * @return nanoseconds until no limit is exceeded any more
     */
    long consumeIgnoringRateLimits(long tokens);

    /** Consumes the tokens if they may go now, and says how the bucket stands, in one step. */
    ConsumptionProbe tryConsumeAndReturnRemaining(long numTokens);

    /** Says whether the tokens could be consumed now, or when; consumes nothing. */
    EstimationProbe estimateAbilityToConsume(long numTokens);

    /** Consumes all that may go now, and returns how many those were. */
    long tryConsumeAsMuchAsPossible();

    /** Consumes what may go now, at most {@code limit}, and returns how many those were. */
    long tryConsumeAsMuchAsPossible(long limit);

    /** Gives tokens back, up to full. Slots that were given stand, but can no longer be cancelled. */
    void addTokens(long tokensToAdd);

    /** As {@link #addTokens}; a token bucket may hold more than its capacity after it. */
    void forceAddTokens(long tokensToAdd);

    /** Forgets all usage: every limit is full. */
    void reset();

    /** The most tokens that {@link #tryConsume} would grant now; never negative. */
    long getAvailableTokens();

    /** Takes other limits from now on. */
    void replaceConfiguration(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy);

    /** The same bucket for threads that wait until they may go. */
    BlockingBucket asBlocking();

    /** The same bucket for calls that are continued when they may go. */
    SchedulingBucket asScheduler();

    /** The same bucket, telling {@code listener} of what is done through the one returned. */
    Bucket toListenable(BucketListener listener);
}
