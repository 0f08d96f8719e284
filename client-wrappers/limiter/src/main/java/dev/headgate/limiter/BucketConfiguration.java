package dev.headgate.limiter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a bucket, in order. Immutable.
 *
 * <pre>{@code
 * BucketConfiguration wider = BucketConfiguration.builder()
 *         .addLimit(limit -> limit.capacity(200).refillGreedy(200, Duration.ofSeconds(1)))
 *         .build();
 * bucket.replaceConfiguration(wider, TokensInheritanceStrategy.AS_IS);
 * }</pre>
 */
public final class BucketConfiguration {
    private final Bandwidth[] bandwidths;
    private final @Nullable WordRate wordRate;

    BucketConfiguration(Bandwidth[] bandwidths) {
        this.bandwidths = bandwidths;
        this.wordRate = WordRate.of(bandwidths);
    }

    /** Starts a configuration. */
    public static ConfigurationBuilder builder() {
        return new ConfigurationBuilder();
    }

    /** The limits, in the order in which they were added. The array is the caller's own. */
    public Bandwidth[] getBandwidths() {
        return bandwidths.clone();
    }

    /** The limits without a copy, for reading only. */
    Bandwidth[] bandwidths() {
        return bandwidths;
    }

    /** The numbers of a bucket that fits in one word; null if it does not. */
    @Nullable
    WordRate wordRate() {
        return wordRate;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof BucketConfiguration
                && Arrays.equals(bandwidths, ((BucketConfiguration) other).bandwidths);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bandwidths);
    }

    @Override
    public String toString() {
        return Arrays.toString(bandwidths);
    }
}
