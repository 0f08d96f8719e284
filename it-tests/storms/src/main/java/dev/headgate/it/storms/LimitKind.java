package dev.headgate.it.storms;

import dev.headgate.limiter.Bandwidth;
import java.time.Duration;
import java.util.List;

/** The algorithm of the fleet's limit. */
public enum LimitKind {
    TOKEN_BUCKET,
    LEAKY_BUCKET,
    LOG,
    FIXED_WINDOW,
    COUNTER,
    /** No limit at all: pause and pace only. */
    NONE,
    /** A limit of a whole day, which says nothing of a second. */
    DAY;

    /** The algorithms, each with a limit of a second. */
    static final List<LimitKind> ALGORITHMS = List.of(TOKEN_BUCKET, LEAKY_BUCKET, LOG, FIXED_WINDOW, COUNTER);

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long A_DAY = 10_000;

    /** Returns the limits of a rule that lets so many go a second. */
    List<Bandwidth> limits(double perSecond) {
        long tokens = Math.max(1, Math.round(perSecond));
        return switch (this) {
            case TOKEN_BUCKET -> List.of(bucket(tokens, SECOND));
            case LEAKY_BUCKET ->
                List.of(Bandwidth.builder().leakyBucket(tokens, SECOND).build());
            case LOG ->
                List.of(Bandwidth.builder()
                        .slidingWindowLog(tokens, SECOND)
                        .spread(true)
                        .build());
            case FIXED_WINDOW ->
                List.of(Bandwidth.builder().fixedWindow(tokens, SECOND).build());
            case COUNTER ->
                List.of(Bandwidth.builder().slidingWindowCounter(tokens, SECOND).build());
            case DAY ->
                List.of(Bandwidth.builder()
                        .fixedWindow(A_DAY, Duration.ofDays(1))
                        .build());
            case NONE -> List.of();
        };
    }

    /** A bucket that holds a tenth of a second. */
    static Bandwidth bucket(long tokens, Duration period) {
        long capacity = Math.max(1, Math.round(tokens * 0.1 * SECOND.toNanos() / period.toNanos()));
        return Bandwidth.builder()
                .capacity(capacity)
                .refillGreedy(tokens, period)
                .build();
    }
}
