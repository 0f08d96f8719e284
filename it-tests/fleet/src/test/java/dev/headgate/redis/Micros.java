package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BandwidthBuilder;
import java.time.Duration;

/** Limits whose ticks count as microseconds where they counted as nanoseconds. */
final class Micros {
    private Micros() {}

    static Bandwidth of(Bandwidth ticks) {
        Duration per = Duration.ofNanos(ticks.getRefillPeriodNanos()).multipliedBy(1_000);
        long tokens = ticks.getRefillTokens();
        switch (ticks.getAlgorithm()) {
            case TOKEN_BUCKET:
                return Bandwidth.builder()
                        .capacity(ticks.getCapacity())
                        .refillGreedy(tokens, per)
                        .initialTokens(ticks.getInitialTokens())
                        .build();
            case LEAKY_BUCKET:
                BandwidthBuilder.LeakyBucketStage leaky =
                        Bandwidth.builder().leakyBucket(tokens, per).depth(ticks.getDepth());
                return ticks.isMeter()
                        ? leaky.meter().build()
                        : leaky.release(ticks.getCapacity()).build();
            case FIXED_WINDOW:
                return Bandwidth.builder()
                        .fixedWindow(tokens, per)
                        .offset(Duration.ofNanos(ticks.getOffsetNanos()).multipliedBy(1_000))
                        .build();
            case SLIDING_WINDOW_LOG:
                return Bandwidth.builder()
                        .slidingWindowLog(tokens, per)
                        .spread(ticks.isSpread())
                        .build();
            case SLIDING_WINDOW_COUNTER:
                return Bandwidth.builder().slidingWindowCounter(tokens, per).build();
        }
        throw new IllegalArgumentException("No algorithm for " + ticks);
    }
}
