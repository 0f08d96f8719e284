package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Limit;
import java.math.BigInteger;
import java.time.Duration;

/**
 * A part of every limit: that of a region, or that of one process while Redis cannot be asked. All parts together never let
 * more go than the whole. Immutable.
 *
 * @param numerator 1 or more
 * @param denominator at least {@code numerator}
 */
record Share(long numerator, long denominator) {
    private static final BigInteger LONGEST = BigInteger.valueOf(Long.MAX_VALUE >> 1);

    /** The part of one process of {@code live} in a region that has {@code percent} of every limit. */
    static Share of(int percent, long live) {
        return new Share(percent, 100 * live);
    }

    /** The largest cost of a call in a limit. */
    static long largest(Limit limit) {
        return limit.costs().stream().mapToLong(Limit.Cost::tokens).reduce(1, Math::max);
    }

    /**
     * Returns this part of a limit. What comes and goes evenly keeps its exact rate. What counts in windows keeps its window and
     * gets whole tokens, rounded down, as long as the largest call still fits; else it gets just those, in a longer one.
     *
     * @param largest the largest cost of a call, 1 or more
     */
    Bandwidth of(Bandwidth whole, long largest) {
        if (numerator == denominator) {
            return whole;
        }
        return switch (whole.getAlgorithm()) {
            case TOKEN_BUCKET -> bucket(whole, largest);
            case LEAKY_BUCKET -> leaky(whole, largest);
            case FIXED_WINDOW, SLIDING_WINDOW_LOG, SLIDING_WINDOW_COUNTER -> window(whole, largest);
        };
    }

    /**
     * How long, at most, a process keeps its calls back when it begins to live on its part: every process gets at least the
     * tokens of one call, and where those are more than its part, all would spend them in the same instant. 0 where they are not.
     */
    long openingNanos(Bandwidth whole, long largest) {
        return numerator == denominator || part(whole.getCapacity()) >= largest
                ? 0
                : nanosOf(whole, Math.min(largest, whole.getCapacity()));
    }

    private long part(long tokens) {
        return big(tokens).multiply(big(numerator)).divide(big(denominator)).longValueExact();
    }

    private long partOrLargest(long tokens, long largest) {
        return Math.max(part(tokens), Math.min(largest, tokens));
    }

    /** How long {@code tokens} of this part take to come, rounded up to microseconds, in which Redis counts. */
    private long nanosOf(Bandwidth whole, long tokens) {
        BigInteger dividend =
                big(whole.getRefillPeriodNanos()).multiply(big(tokens)).multiply(big(denominator));
        BigInteger divisor = big(whole.getRefillTokens()).multiply(big(numerator));
        BigInteger micros = divisor.multiply(big(Grants.NANOS_PER_MICRO));
        return dividend.add(micros)
                .subtract(BigInteger.ONE)
                .divide(micros)
                .multiply(big(Grants.NANOS_PER_MICRO))
                .min(LONGEST)
                .longValueExact();
    }

    private Bandwidth bucket(Bandwidth whole, long largest) {
        long capacity = partOrLargest(whole.getCapacity(), largest);
        Rate rate = rate(whole);
        return Bandwidth.builder()
                .capacity(capacity)
                .refillGreedy(rate.tokens, rate.period())
                .initialTokens(Math.min(capacity, part(whole.getInitialTokens())))
                .build();
    }

    private Bandwidth leaky(Bandwidth whole, long largest) {
        Rate rate = rate(whole);
        var leaky = Bandwidth.builder().leakyBucket(rate.tokens, rate.period());
        if (whole.isMeter()) {
            return leaky.depth(partOrLargest(whole.getDepth(), largest)).meter().build();
        }
        return leaky.depth(Math.max(1, part(whole.getDepth())))
                .release(partOrLargest(whole.getCapacity(), largest))
                .build();
    }

    private Bandwidth window(Bandwidth whole, long largest) {
        long tokens = partOrLargest(whole.getCapacity(), largest);
        boolean sameWindow = tokens == part(whole.getCapacity());
        Duration period = Duration.ofNanos(sameWindow ? whole.getRefillPeriodNanos() : nanosOf(whole, tokens));
        return switch (whole.getAlgorithm()) {
            case SLIDING_WINDOW_COUNTER ->
                Bandwidth.builder().slidingWindowCounter(tokens, period).build();
            case SLIDING_WINDOW_LOG -> {
                var log = Bandwidth.builder().slidingWindowLog(tokens, period).spread(whole.isSpread());
                yield whole.isExact() ? log.exact().build() : log.build();
            }
            default -> {
                var window = Bandwidth.builder().fixedWindow(tokens, period);
                yield !sameWindow
                        ? window.build()
                        : whole.getZone() == null
                                ? window.offset(Duration.ofNanos(whole.getOffsetNanos()))
                                        .build()
                                : window.zone(whole.getZone()).build();
            }
        };
    }

    private record Rate(long tokens, long nanos) {
        Duration period() {
            return Duration.ofNanos(nanos);
        }
    }

    /** The exact rate in its smallest numbers; where those are too large, the next lower one. */
    private Rate rate(Bandwidth whole) {
        BigInteger tokens = big(whole.getRefillTokens()).multiply(big(numerator));
        BigInteger nanos = big(whole.getRefillPeriodNanos()).multiply(big(denominator));
        BigInteger common = tokens.gcd(nanos);
        tokens = tokens.divide(common);
        nanos = nanos.divide(common);
        while (nanos.compareTo(LONGEST) > 0 && tokens.bitLength() > 1) {
            tokens = tokens.shiftRight(1);
            nanos = nanos.shiftRight(1).add(BigInteger.ONE);
        }
        return new Rate(tokens.longValueExact(), nanos.min(LONGEST).longValueExact());
    }

    private static BigInteger big(long number) {
        return BigInteger.valueOf(number);
    }
}
