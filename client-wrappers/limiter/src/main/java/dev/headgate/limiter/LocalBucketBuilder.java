package dev.headgate.limiter;

import dev.headgate.limiter.BandwidthBuilder.BandwidthBuilderBuildStage;
import dev.headgate.limiter.BandwidthBuilder.BandwidthBuilderCapacityStage;
import java.util.Objects;
import java.util.function.Function;

/**
 * Builds a {@link LocalBucket}, or one for each key. Not thread-safe. The default clock is {@link TimeMeter#SYSTEM_NANOTIME}.
 *
 * <pre>{@code
 * LocalBucket bucket = Bucket.builder()
 *         .addLimit(limit -> limit.slidingWindowLog(100, Duration.ofSeconds(1)))
 *         .addLimit(limit -> limit.fixedWindow(10_000, Duration.ofDays(1)))
 *         .build();
 * }</pre>
 */
public final class LocalBucketBuilder {
    private final ConfigurationBuilder configuration = new ConfigurationBuilder();
    private TimeMeter timeMeter = TimeMeter.SYSTEM_NANOTIME;
    private SynchronizationStrategy synchronization = SynchronizationStrategy.LOCK_FREE;
    private BucketListener listener = BucketListener.NOPE;

    LocalBucketBuilder() {}

    /** Adds a limit beside those already there. */
    public LocalBucketBuilder addLimit(Bandwidth bandwidth) {
        configuration.addLimit(bandwidth);
        return this;
    }

    /** Adds a limit that is built in place: {@code addLimit(limit -> limit.capacity(10).refillGreedy(10, ofSeconds(1)))}. */
    public LocalBucketBuilder addLimit(
            Function<BandwidthBuilderCapacityStage, ? extends BandwidthBuilderBuildStage> limit) {
        configuration.addLimit(limit);
        return this;
    }

    /** Allows that there is no limit: then only pauses and {@link Pacing} hold calls back. */
    public LocalBucketBuilder allowNoLimit() {
        configuration.allowNoLimit();
        return this;
    }

    /** Measures time with {@link TimeMeter#SYSTEM_NANOTIME}. */
    public LocalBucketBuilder withNanosecondPrecision() {
        return withCustomTimePrecision(TimeMeter.SYSTEM_NANOTIME);
    }

    /** Measures time with {@link TimeMeter#SYSTEM_MILLISECONDS}, and follows every change of the wall clock. */
    public LocalBucketBuilder withMillisecondPrecision() {
        return withCustomTimePrecision(TimeMeter.SYSTEM_MILLISECONDS);
    }

    /** Measures time with {@code customTimeMeter}. */
    public LocalBucketBuilder withCustomTimePrecision(TimeMeter customTimeMeter) {
        this.timeMeter = Objects.requireNonNull(customTimeMeter, "customTimeMeter");
        return this;
    }

    /** Chooses how threads share the bucket. */
    public LocalBucketBuilder withSynchronizationStrategy(SynchronizationStrategy strategy) {
        this.synchronization = Objects.requireNonNull(strategy, "strategy");
        return this;
    }

    /** Tells {@code bucketListener} of what is consumed, rejected and waited for. */
    public LocalBucketBuilder withListener(BucketListener bucketListener) {
        this.listener = Objects.requireNonNull(bucketListener, "listener");
        return this;
    }

    private BucketTerms terms() {
        return new BucketTerms(new TickClock(timeMeter), synchronization);
    }

    /** The bucket. Throws {@link IllegalArgumentException} if it has no limit, unless that is allowed. */
    public LocalBucket build() {
        BudgetBucket bucket = new BudgetBucket(configuration.build(), terms());
        return listener == BucketListener.NOPE ? bucket : bucket.toListenable(listener);
    }

    /**
     * One bucket for each key, all with these limits and one clock, at most {@code maxKeys} of them.
     *
     * @param <K> the keys, with {@code equals} and {@code hashCode}
     */
    public <K> Buckets<K> buildKeyed(int maxKeys) {
        return new Buckets<>(configuration.build(), terms(), maxKeys);
    }
}
