package dev.headgate.limiter;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;

/**
 * The stages in which a {@link Bandwidth} is built: first the algorithm with its rate, then what may be set beside it. Not
 * thread-safe. Every stage throws {@link IllegalArgumentException} on a number that makes no sense.
 *
 * <pre>{@code
 * Bandwidth.builder().capacity(20).refillGreedy(100, Duration.ofSeconds(1)).initialTokens(0).build();
 * Bandwidth.builder().leakyBucket(10, Duration.ofSeconds(1)).depth(50).build();
 * Bandwidth.builder().fixedWindow(10_000, Duration.ofDays(1)).zone(ZoneId.of("Europe/Berlin")).build();
 * }</pre>
 */
public final class BandwidthBuilder {
    private BandwidthBuilder() {}

    /** Chooses the algorithm. */
    public static final class BandwidthBuilderCapacityStage {
        BandwidthBuilderCapacityStage() {}

        /** A token bucket that holds {@code tokens}. */
        public BandwidthBuilderRefillStage capacity(long tokens) {
            return new BandwidthBuilderRefillStage(BandwidthDraft.positive("capacity", tokens));
        }

        /** A leaky bucket from which {@code tokens} leave evenly in every {@code period}. */
        public LeakyBucketStage leakyBucket(long tokens, Duration period) {
            return new LeakyBucketStage(tokens, period);
        }

        /** At most {@code tokens} in each window of {@code period}, counted from the epoch. */
        public FixedWindowStage fixedWindow(long tokens, Duration period) {
            return new FixedWindowStage(tokens, period);
        }

        /** Never more than {@code tokens} in any {@code period}; waiting calls leave evenly unless told otherwise. */
        public SlidingWindowLogStage slidingWindowLog(long tokens, Duration period) {
            return new SlidingWindowLogStage(tokens, period);
        }

        /** About {@code tokens} in any {@code period}, told from two counts; always fewer than twice as many. */
        public BandwidthBuilderBuildStage slidingWindowCounter(long tokens, Duration period) {
            return new BandwidthBuilderBuildStage(new BandwidthDraft(Algorithm.SLIDING_WINDOW_COUNTER, tokens, period));
        }
    }

    /** Chooses how a token bucket is refilled. */
    public static final class BandwidthBuilderRefillStage {
        private final long capacity;

        BandwidthBuilderRefillStage(long capacity) {
            this.capacity = capacity;
        }

        /** Tokens flow in evenly, {@code tokens} in every {@code period}; at most one in a nanosecond. */
        public TokenBucketStage refillGreedy(long tokens, Duration period) {
            BandwidthDraft draft = new BandwidthDraft(Algorithm.TOKEN_BUCKET, tokens, period);
            draft.mustBeAtMostOneTokenPerNano();
            draft.holds(capacity);
            return new TokenBucketStage(draft);
        }
    }

    /** The last stage of every kind. */
    public static class BandwidthBuilderBuildStage {
        final BandwidthDraft draft;

        BandwidthBuilderBuildStage(BandwidthDraft draft) {
            this.draft = draft;
        }

        /** Names the limit, so that it is found again when a configuration is replaced or shown. */
        public BandwidthBuilderBuildStage id(String id) {
            draft.id = Objects.requireNonNull(id, "id");
            return this;
        }

        /** The limit. */
        public Bandwidth build() {
            return new Bandwidth(draft);
        }
    }

    /** What may be set of a token bucket. */
    public static final class TokenBucketStage extends BandwidthBuilderBuildStage {
        TokenBucketStage(BandwidthDraft draft) {
            super(draft);
        }

        /** Tokens at the start, 0 to capacity; the default is the capacity. */
        public TokenBucketStage initialTokens(long tokens) {
            if (tokens < 0 || tokens > draft.capacity) {
                throw new IllegalArgumentException(
                        "initialTokens must be between 0 and the capacity " + draft.capacity + ", but is " + tokens);
            }
            draft.initialTokens = tokens;
            return this;
        }

        @Override
        public TokenBucketStage id(String id) {
            super.id(id);
            return this;
        }
    }

    /** What may be set of a leaky bucket. It is a queue unless {@link #meter()} is called. */
    public static final class LeakyBucketStage extends BandwidthBuilderBuildStage {
        private long release = 1;

        LeakyBucketStage(long tokens, Duration period) {
            super(new BandwidthDraft(Algorithm.LEAKY_BUCKET, tokens, period));
            draft.mustBeAtMostOneTokenPerNano();
            draft.depth = tokens;
        }

        /** How many tokens may wait (queue) or how high the level may rise (meter); the default is one period's worth. */
        public LeakyBucketStage depth(long tokens) {
            draft.depth = BandwidthDraft.positive("depth", tokens);
            return this;
        }

        /** The most tokens that leave a queue in one instant, and so its largest cost; the default is 1. */
        public LeakyBucketStage release(long tokens) {
            release = BandwidthDraft.positive("release", tokens);
            return this;
        }

        /** A meter: the level rises with a call and drains evenly, and a call may go while the level stays within the depth. */
        public LeakyBucketStage meter() {
            draft.meter = true;
            return this;
        }

        @Override
        public Bandwidth build() {
            draft.holds(draft.meter ? draft.depth : release);
            return super.build();
        }
    }

    /** What may be set of a fixed window. */
    public static final class FixedWindowStage extends BandwidthBuilderBuildStage {
        FixedWindowStage(long tokens, Duration period) {
            super(new BandwidthDraft(Algorithm.FIXED_WINDOW, tokens, period));
        }

        /** Windows begin so long after those that are counted from the epoch. */
        public FixedWindowStage offset(Duration offset) {
            draft.offsetNanos = Math.floorMod(Ticks.of(offset), draft.periodNanos);
            return this;
        }

        /** A window begins at {@code instant}. */
        public FixedWindowStage alignedTo(Instant instant) {
            draft.offsetNanos = Math.floorMod(Ticks.of(instant), draft.periodNanos);
            return this;
        }

        /**
         * Windows follow the days of a time zone. The period is whole days, which are then 23 or 25 hours long where the clocks
         * change, or divides a day and is counted from the local midnight.
         */
        public FixedWindowStage zone(ZoneId zone) {
            if (draft.periodNanos % WindowGrid.DAY != 0 && WindowGrid.DAY % draft.periodNanos != 0) {
                throw new IllegalArgumentException(
                        "A window in a time zone is whole days long or divides a day, but is "
                                + Duration.ofNanos(draft.periodNanos));
            }
            draft.zone = Objects.requireNonNull(zone, "zone");
            return this;
        }
    }

    /** What may be set of a sliding window log. */
    public static final class SlidingWindowLogStage extends BandwidthBuilderBuildStage {
        SlidingWindowLogStage(long tokens, Duration period) {
            super(new BandwidthDraft(Algorithm.SLIDING_WINDOW_LOG, tokens, period));
            draft.spread = true;
        }

        /** Whether a waiting call of cost n leaves at least n * period / tokens after the one before it; the default is true. */
        public SlidingWindowLogStage spread(boolean spread) {
            draft.spread = spread;
            return this;
        }

        /** Remembers every token (8 bytes each) also above 4,096 tokens, where cells of time are counted otherwise. */
        public SlidingWindowLogStage exact() {
            draft.exact = true;
            return this;
        }
    }
}
