package dev.headgate.limiter;

import dev.headgate.limiter.BandwidthBuilder.BandwidthBuilderBuildStage;
import dev.headgate.limiter.BandwidthBuilder.BandwidthBuilderCapacityStage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Collects the limits of a {@link BucketConfiguration}. Not thread-safe.
 *
 * <pre>{@code
 * BucketConfiguration.builder()
 *         .addLimit(Bandwidth.simple(100, Duration.ofSeconds(1)))
 *         .addLimit(Bandwidth.simple(5_000, Duration.ofHours(1)))
 *         .build();
 * }</pre>
 */
public final class ConfigurationBuilder {
    private final List<Bandwidth> bandwidths = new ArrayList<>();

    private boolean withoutLimits;

    ConfigurationBuilder() {}

    /** Allows that there is no limit: then only pauses and {@link Pacing} hold calls back. */
    public ConfigurationBuilder allowNoLimit() {
        withoutLimits = true;
        return this;
    }

    /** Adds a limit beside those already there. */
    public ConfigurationBuilder addLimit(Bandwidth bandwidth) {
        bandwidths.add(Objects.requireNonNull(bandwidth, "bandwidth"));
        return this;
    }

    /** Adds a limit that is built in place: {@code addLimit(limit -> limit.capacity(10).refillGreedy(10, ofSeconds(1)))}. */
    public ConfigurationBuilder addLimit(
            Function<BandwidthBuilderCapacityStage, ? extends BandwidthBuilderBuildStage> limit) {
        return addLimit(limit.apply(Bandwidth.builder()).build());
    }

    /** The configuration. Throws {@link IllegalArgumentException} if it has no limit, unless that is allowed. */
    public BucketConfiguration build() {
        if (bandwidths.isEmpty() && !withoutLimits) {
            throw new IllegalArgumentException("A bucket needs at least one limit: call addLimit first");
        }
        return new BucketConfiguration(bandwidths.toArray(new Bandwidth[0]));
    }
}
