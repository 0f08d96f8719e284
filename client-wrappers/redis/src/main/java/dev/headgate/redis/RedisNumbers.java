package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of a limit as the scripts count: in microseconds, whole, and with every product below 2^51, so that a double holds
 * it exactly. Pure functions.
 */
public final class RedisNumbers {
    /** The largest number that Lua holds exactly. */
    static final long LARGEST = (1L << 53) - 1;

    /** Levels and their debts: then what is missing is below 2^52, and quotients are exact. */
    private static final long HIGHEST = 1L << 51;

    private static final long CELLS = 1024;
    private static final long FOREVER = 1L << 52;

    private RedisNumbers() {}

    /** Returns why Redis cannot hold a limit, with the nearest that it can; null if it can. */
    public static @Nullable String check(Bandwidth limit) {
        try {
            of(limit);
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /**
     * Returns why Redis cannot hold a part of a limit; null if it can.
     *
     * @param sharePercent 1 to 100
     * @param largest the largest cost of a call, 1 or more
     */
    public static @Nullable String check(Bandwidth limit, int sharePercent, long largest) {
        return check(Share.of(sharePercent, 1).of(limit, largest));
    }

    /**
     * Returns the numbers in the order of the kind's resource.
     *
     * @throws IllegalArgumentException if they cannot be held
     */
    static long[] of(Bandwidth limit) {
        long capacity = limit.getCapacity();
        Kind kind = Kind.of(limit);
        if (kind == Kind.TOKEN_BUCKET || kind == Kind.LEAKY_METER || kind == Kind.LEAKY_QUEUE) {
            long[] rate = rate(limit);
            long last = kind == Kind.TOKEN_BUCKET
                    ? limit.getInitialTokens()
                    : kind == Kind.LEAKY_QUEUE ? longest(limit.getDepth(), rate) : FOREVER;
            return new long[] {capacity, rate[0], rate[1], last};
        }
        long per = micros(limit, limit.getRefillPeriodNanos());
        switch (kind) {
            case FIXED_WINDOW:
                if (limit.getZone() != null) {
                    throw cannot(limit, "a window that follows a time zone", "the nearest begins at a fixed instant");
                }
                countable(limit, capacity);
                return new long[] {capacity, per, micros(limit, limit.getOffsetNanos())};
            case COUNTER:
                if (!fits(capacity, per)) {
                    throw cannot(limit, capacity + " tokens in " + per + " us", "the most is " + HIGHEST / per);
                }
                return new long[] {capacity, per};
            default:
                return log(limit, capacity, per);
        }
    }

    private static long[] log(Bandwidth limit, long capacity, long per) {
        if (!limit.isSpread()) {
            countable(limit, capacity);
        }
        long common = gcd(capacity, per);
        long of = limit.isSpread() ? capacity / common : 1;
        long whole = limit.isSpread() ? per / common / of : 0;
        long part = limit.isSpread() ? per / common % of : 0;
        if (limit.isSpread() && (capacity > LARGEST || !fits(capacity, part))) {
            // Whatever the part of that is, it is less than the period.
            throw cannot(limit, capacity + " tokens that leave evenly", "the most is " + HIGHEST / per);
        }
        return limit.isInCells()
                ? new long[] {capacity, per, whole, part, of, (per - 1) / CELLS + 1}
                : new long[] {capacity, per, whole, part, of};
    }

    private static void countable(Bandwidth limit, long capacity) {
        if (capacity > LARGEST) {
            throw cannot(limit, capacity + " tokens", "the most is " + LARGEST);
        }
    }

    /** Tokens and microseconds of a rate: as written if that can be held, else reduced. */
    private static long[] rate(Bandwidth limit) {
        long tokens = limit.getRefillTokens();
        long nanos = limit.getRefillPeriodNanos();
        if (nanos % 1000 == 0 && fits(limit.getCapacity(), nanos / 1000) && tokens <= HIGHEST) {
            return new long[] {tokens, nanos / 1000};
        }
        BigInteger up = BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(1000));
        BigInteger down = BigInteger.valueOf(nanos);
        BigInteger common = up.gcd(down);
        long per = down.divide(common).longValueExact();
        BigInteger refill = up.divide(common);
        if (!fits(limit.getCapacity(), per) || refill.bitLength() > 51) {
            throw cannot(
                    limit, limit.getCapacity() + " tokens of this rate", "the most is " + Math.max(1, HIGHEST / per));
        }
        return new long[] {refill.longValueExact(), per};
    }

    private static long longest(long depth, long[] rate) {
        BigInteger wait =
                BigInteger.valueOf(depth).multiply(BigInteger.valueOf(rate[1])).divide(BigInteger.valueOf(rate[0]));
        return wait.min(BigInteger.valueOf(FOREVER)).longValueExact();
    }

    private static long micros(Bandwidth limit, long nanos) {
        if (nanos % 1000 != 0) {
            throw cannot(limit, "a time of " + nanos + " ns", "the nearest is " + (nanos / 1000 + 1) + " us");
        }
        long micros = nanos / 1000;
        if (micros >= HIGHEST) {
            throw cannot(limit, "a time of " + micros + " us", "the longest is " + (HIGHEST - 1) + " us");
        }
        return micros;
    }

    private static boolean fits(long tokens, long per) {
        return Math.multiplyHigh(tokens, per) == 0 && tokens * per >= 0 && tokens * per <= HIGHEST;
    }

    private static long gcd(long a, long b) {
        return b == 0 ? a : gcd(b, a % b);
    }

    private static IllegalArgumentException cannot(Bandwidth limit, String what, String nearest) {
        return new IllegalArgumentException(
                "Redis counts exactly up to " + LARGEST + " and cannot hold " + what + " of " + limit + ": " + nearest);
    }
}
