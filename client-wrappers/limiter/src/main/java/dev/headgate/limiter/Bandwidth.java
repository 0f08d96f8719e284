package dev.headgate.limiter;

import java.time.Duration;
import java.time.ZoneId;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One limit: an algorithm with its numbers. Immutable.
 *
 * <pre>{@code
 * Bandwidth.builder().capacity(20).refillGreedy(100, Duration.ofSeconds(1)).build();      // bursts of 20, 100 a second
 * Bandwidth.builder().slidingWindowLog(100, Duration.ofSeconds(1)).build();               // never more than 100 in any second
 * }</pre>
 */
public final class Bandwidth {
    /** The most tokens that a log remembers one by one, unless it is told to be exact. */
    private static final long EXACT_UP_TO = 4096;

    private static final long CELLS = 1024;

    private final Algorithm algorithm;
    private final long capacity;
    private final long refillTokens;
    private final long periodNanos;
    private final long initialTokens;
    private final long depth;
    private final boolean meter;
    private final long offsetNanos;
    private final @Nullable ZoneId zone;
    private final boolean spread;
    private final boolean exact;
    private final @Nullable String id;

    Bandwidth(BandwidthDraft draft) {
        this.algorithm = draft.algorithm;
        this.capacity = draft.capacity;
        this.refillTokens = draft.refillTokens;
        this.periodNanos = draft.periodNanos;
        this.initialTokens = draft.initialTokens;
        this.depth = draft.depth;
        this.meter = draft.meter;
        this.offsetNanos = draft.offsetNanos;
        this.zone = draft.zone;
        this.spread = draft.spread;
        this.exact = draft.exact;
        this.id = draft.id;
    }

    /** Starts a limit. */
    public static BandwidthBuilder.BandwidthBuilderCapacityStage builder() {
        return new BandwidthBuilder.BandwidthBuilderCapacityStage();
    }

    /** A token bucket that holds {@code capacity} tokens, starts full and gets as many in every {@code period}. */
    public static Bandwidth simple(long capacity, Duration period) {
        return builder().capacity(capacity).refillGreedy(capacity, period).build();
    }

    /** The algorithm. */
    public Algorithm getAlgorithm() {
        return algorithm;
    }

    /** The largest cost that can ever go: tokens of a bucket, a window or a log, depth of a meter, release of a queue. */
    public long getCapacity() {
        return capacity;
    }

    /** Tokens at the start; {@link #getCapacity()} for every kind but a token bucket that was told otherwise. */
    public long getInitialTokens() {
        return initialTokens;
    }

    /** The tokens of the rate, of which so many come in each {@link #getRefillPeriodNanos()}. */
    public long getRefillTokens() {
        return refillTokens;
    }

    /** The period of the rate, in nanoseconds. */
    public long getRefillPeriodNanos() {
        return periodNanos;
    }

    /** Tokens that may wait in a leaky bucket's queue, or the level that a meter may reach; 0 for other kinds. */
    public long getDepth() {
        return depth;
    }

    /** Whether this is a leaky bucket as a meter. */
    public boolean isMeter() {
        return meter;
    }

    /** Whether the waiting calls of a log leave evenly. */
    public boolean isSpread() {
        return spread;
    }

    /** Whether a log remembers every token even above 4,096 tokens. */
    public boolean isExact() {
        return exact;
    }

    /** Whether a log counts in cells of time instead of remembering every token. */
    public boolean isInCells() {
        return algorithm == Algorithm.SLIDING_WINDOW_LOG && capacity > EXACT_UP_TO && !exact;
    }

    /** How long one cell of a log is; 1 ns if it remembers every token. */
    public long getCellNanos() {
        return isInCells() ? (periodNanos - 1) / CELLS + 1 : 1;
    }

    /** How long after the epoch a fixed window begins, in nanoseconds; the others follow it. */
    public long getOffsetNanos() {
        return offsetNanos;
    }

    /** The time zone that a fixed window follows, or null. */
    public @Nullable ZoneId getZone() {
        return zone;
    }

    /** The name that was given to this limit, or null. */
    public @Nullable String getId() {
        return id;
    }

    /** Whether this limit has a name. */
    public boolean hasId() {
        return id != null;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof Bandwidth)) {
            return false;
        }
        Bandwidth that = (Bandwidth) other;
        return algorithm == that.algorithm
                && capacity == that.capacity
                && refillTokens == that.refillTokens
                && periodNanos == that.periodNanos
                && initialTokens == that.initialTokens
                && depth == that.depth
                && meter == that.meter
                && offsetNanos == that.offsetNanos
                && spread == that.spread
                && exact == that.exact
                && Objects.equals(zone, that.zone)
                && Objects.equals(id, that.id);
    }

    @Override
    public int hashCode() {
        return Objects.hash(algorithm, capacity, refillTokens, periodNanos, initialTokens, depth, meter, id);
    }

    /** The limit in the words of a configuration file, such as {@code 100/s} or <code>{leaky-bucket: 10/s, depth: 50, release: 1}</code>. */
    @Override
    public String toString() {
        return BandwidthText.of(this);
    }
}
