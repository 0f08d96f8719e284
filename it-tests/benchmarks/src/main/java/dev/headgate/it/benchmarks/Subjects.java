package dev.headgate.it.benchmarks;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.BandwidthBuilder;
import dev.headgate.limiter.Bucket;
import java.time.Duration;

/** All limiters that are measured, by the names that {@link LocalDecision} takes. */
final class Subjects {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TEN_MILLIS = Duration.ofMillis(10);

    private Subjects() {}

    static Subject named(String name) {
        return switch (name) {
            case "bare-cas" -> Peers.bareCas();
            case "bucket4j" -> Peers.bucket4j(true);
            case "bucket4j-refusing" -> Peers.bucket4j(false);
            case "bucket4j-two-limits" -> Peers.bucket4jTwoLimits();
            case "bucket4j-interval" -> Peers.bucket4jInterval();
            case "resilience4j" -> Peers.resilience4j(true);
            case "resilience4j-refusing" -> Peers.resilience4j(false);
            case "guava" -> Peers.guava(true);
            case "guava-refusing" -> Peers.guava(false);
            case "failsafe" -> Peers.failsafe(true);
            case "failsafe-refusing" -> Peers.failsafe(false);
            default -> ours(name);
        };
    }

    private static Subject ours(String name) {
        return switch (name) {
            case "token-bucket" -> bucket(tokenBucket(Peers.PLENTY_A_SECOND, SECOND));
            case "token-bucket-refusing" -> Peers.drained(false, bucket(tokenBucket(1, Duration.ofDays(1))));
            case "two-limits" ->
                bucket(
                        tokenBucket(Peers.PLENTY_A_SECOND, SECOND),
                        tokenBucket(60 * Peers.PLENTY_A_SECOND, Duration.ofMinutes(1)));
            // The log must have room for all that comes in a period: some 30 calls in a microsecond at the most.
            case "log" ->
                bucket(limit().slidingWindowLog(1_000_000, TEN_MILLIS).exact().build());
            case "log-cells" ->
                bucket(limit().slidingWindowLog(1_000_000, TEN_MILLIS).build());
            case "log-refusing" ->
                Peers.drained(
                        false,
                        bucket(limit().slidingWindowLog(1, Duration.ofDays(1)).build()));
            case "leaky-queue" ->
                bucket(limit().leakyBucket(Peers.PLENTY_A_SECOND, SECOND).build());
            case "leaky-meter" ->
                bucket(limit().leakyBucket(Peers.PLENTY_A_SECOND, SECOND)
                        .meter()
                        .build());
            case "fixed-window" ->
                bucket(limit().fixedWindow(Peers.PLENTY_A_SECOND, SECOND).build());
            case "counter" ->
                bucket(limit().slidingWindowCounter(Peers.PLENTY_A_SECOND, SECOND)
                        .build());
            default -> throw new IllegalArgumentException("no such subject: " + name);
        };
    }

    private static BandwidthBuilder.BandwidthBuilderCapacityStage limit() {
        return Bandwidth.builder();
    }

    private static Bandwidth tokenBucket(long tokens, Duration period) {
        return Bandwidth.builder().capacity(tokens).refillGreedy(tokens, period).build();
    }

    private static Subject bucket(Bandwidth... limits) {
        var builder = Bucket.builder();
        for (Bandwidth limit : limits) {
            builder.addLimit(limit);
        }
        Bucket bucket = builder.build();
        return () -> bucket.tryConsume(1);
    }
}
