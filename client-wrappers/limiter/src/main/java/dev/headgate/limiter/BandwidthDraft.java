package dev.headgate.limiter;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The numbers of a limit while it is built. */
final class BandwidthDraft {
    final Algorithm algorithm;
    long capacity;
    long refillTokens;
    long periodNanos;
    long initialTokens;
    long depth;
    boolean meter;
    long offsetNanos;

    @Nullable
    ZoneId zone;

    boolean spread;
    boolean exact;

    @Nullable
    String id;

    BandwidthDraft(Algorithm algorithm, long tokens, Duration period) {
        this.algorithm = algorithm;
        this.refillTokens = positive("tokens", tokens);
        this.periodNanos = Ticks.of(Objects.requireNonNull(period, "period"));
        if (periodNanos <= 0 || periodNanos == Long.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "The period of a limit must be between 1 ns and 292 years, but is " + period);
        }
        this.capacity = tokens;
        this.initialTokens = tokens;
    }

    void holds(long newCapacity) {
        capacity = positive("capacity", newCapacity);
        initialTokens = newCapacity;
    }

    /** A level that moves in every tick moves by at most one token. */
    void mustBeAtMostOneTokenPerNano() {
        if (refillTokens > periodNanos) {
            throw new IllegalArgumentException("The rate " + refillTokens + " tokens in " + periodNanos
                    + " ns is above one token per nanosecond, the finest that can be told apart");
        }
    }

    static long positive(String what, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(what + " must be at least 1, but is " + value);
        }
        return value;
    }

    static long notNegative(String what, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(what + " must not be negative, but is " + value);
        }
        return value;
    }
}
