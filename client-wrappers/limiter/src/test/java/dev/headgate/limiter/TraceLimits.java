package dev.headgate.limiter;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** The limits of a trace. */
public final class TraceLimits {
    private TraceLimits() {}

    /**
     * Reads what a trace says of limits.
     *
     * @param tick what a tick is to count as: a budget that is told microseconds as if they were nanoseconds gives the answers
     *     of one that counts microseconds
     */
    @SuppressWarnings("unchecked")
    public static Bandwidth[] of(List<Object> limits, ChronoUnit tick) {
        return limits.stream()
                .map(limit -> bandwidth((Map<String, Object>) limit, tick))
                .toArray(Bandwidth[]::new);
    }

    private static Bandwidth bandwidth(Map<String, Object> limit, ChronoUnit tick) {
        Duration per = Duration.of((Long) limit.get("per"), tick);
        switch ((String) limit.get("kind")) {
            case "token-bucket":
                BandwidthBuilder.TokenBucketStage bucket = Bandwidth.builder()
                        .capacity((Long) limit.get("capacity"))
                        .refillGreedy((Long) limit.get("refill"), per);
                if (limit.containsKey("initial")) {
                    bucket.initialTokens((Long) limit.get("initial"));
                }
                return bucket.build();
            case "leaky-queue":
                return Bandwidth.builder()
                        .leakyBucket((Long) limit.get("rate"), per)
                        .depth((Long) limit.get("depth"))
                        .release((Long) limit.getOrDefault("release", 1L))
                        .build();
            case "leaky-meter":
                return Bandwidth.builder()
                        .leakyBucket((Long) limit.get("rate"), per)
                        .depth((Long) limit.get("depth"))
                        .meter()
                        .build();
            case "fixed-window":
                return Bandwidth.builder()
                        .fixedWindow((Long) limit.get("tokens"), per)
                        .offset(Duration.of((Long) limit.getOrDefault("offset", 0L), tick))
                        .build();
            case "sliding-window-log":
                BandwidthBuilder.SlidingWindowLogStage log = Bandwidth.builder()
                        .slidingWindowLog((Long) limit.get("tokens"), per)
                        .spread((Boolean) limit.getOrDefault("spread", false));
                return "exact".equals(limit.get("resolution")) ? log.exact().build() : log.build();
            case "sliding-window-counter":
                return Bandwidth.builder()
                        .slidingWindowCounter((Long) limit.get("tokens"), per)
                        .build();
            default:
                throw new IllegalArgumentException("unknown kind " + limit);
        }
    }
}
