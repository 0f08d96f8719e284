package dev.headgate.limiter.pictures;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.ManualMeter;
import java.time.Duration;
import java.util.function.BiFunction;

/** The five algorithms, as they are drawn. */
enum Kind {
    TOKEN_BUCKET("token bucket", "#1f77b4", Bandwidth::simple),
    LEAKY_BUCKET(
            "leaky bucket",
            "#2ca02c",
            (tokens, period) -> Bandwidth.builder()
                    .leakyBucket(tokens, period)
                    .depth(10 * tokens)
                    .build()),
    FIXED_WINDOW(
            "fixed window",
            "#d62728",
            (tokens, period) -> Bandwidth.builder().fixedWindow(tokens, period).build()),
    COUNTER(
            "sliding window counter",
            "#9467bd",
            (tokens, period) ->
                    Bandwidth.builder().slidingWindowCounter(tokens, period).build()),
    LOG(
            "sliding window log",
            "#ff7f0e",
            (tokens, period) ->
                    Bandwidth.builder().slidingWindowLog(tokens, period).build());

    final String words;
    final String colour;
    private final BiFunction<Long, Duration, Bandwidth> limit;

    Kind(String words, String colour, BiFunction<Long, Duration, Bandwidth> limit) {
        this.words = words;
        this.colour = colour;
        this.limit = limit;
    }

    /** A bucket of so many tokens a second, on a clock that stands at a whole second. */
    LocalBucket perSecond(long tokens, ManualMeter clock) {
        return Bucket.builder()
                .addLimit(limit.apply(tokens, Duration.ofSeconds(1)))
                .withCustomTimePrecision(clock)
                .build();
    }
}
