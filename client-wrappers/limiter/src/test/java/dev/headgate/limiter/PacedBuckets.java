package dev.headgate.limiter;

import java.time.Duration;
import java.util.function.UnaryOperator;

/** Buckets on a manual clock, for what holds calls back beside the limits. */
abstract class PacedBuckets {
    static final Duration ONE_SECOND = Duration.ofSeconds(1);
    static final long[] NOTHING = {};

    final ManualMeter clock = ManualMeter.wall();
    final LocalBucket free = bucket(LocalBucketBuilder::allowNoLimit);

    LocalBucket bucket(UnaryOperator<LocalBucketBuilder> limits) {
        return limits.apply(Bucket.builder().withCustomTimePrecision(clock)).build();
    }

    LocalBucket word() {
        return bucket(builder -> builder.addLimit(Bandwidth.simple(1_000, ONE_SECOND)));
    }

    LocalBucket window(long tokens) {
        return bucket(builder -> builder.addLimit(limit -> limit.fixedWindow(tokens, ONE_SECOND)));
    }
}
