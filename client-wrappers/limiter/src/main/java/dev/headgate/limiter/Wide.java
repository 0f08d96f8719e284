package dev.headgate.limiter;

/** Products of two {@code long}s, kept whole in 128 bits where 64 would overflow. Nothing here allocates. */
final class Wide {
    private Wide() {}

    /** The quotient {@code floor((a * b - less) / divisor)}, or {@code Long.MAX_VALUE} if that is smaller; a, b >= 0, 0 <= less <= a * b. */
    static long quotient(long a, long b, long less, long divisor) {
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        if (high == 0 && low >= 0) {
            return (low - less) / divisor;
        }
        long rest = low - less;
        if (Long.compareUnsigned(low, less) < 0) {
            high--;
        }
        if (high >= divisor) {
            return Long.MAX_VALUE;
        }
        long quotient = divide(high, rest, divisor);
        return quotient < 0 ? Long.MAX_VALUE : quotient;
    }

    static long floorDiv(long a, long b, long divisor) {
        return quotient(a, b, 0, divisor);
    }

    static long ceilDiv(long a, long b, long divisor) {
        return a == 0 || b == 0 ? 0 : Ticks.plus(quotient(a, b, 1, divisor), 1);
    }

    /** Whether {@code a * b <= c * d}, all of them >= 0. */
    static boolean atMost(long a, long b, long c, long d) {
        long left = Math.multiplyHigh(a, b);
        long right = Math.multiplyHigh(c, d);
        return left == right ? Long.compareUnsigned(a * b, c * d) <= 0 : left < right;
    }

    /** The quotient of the 128 bits {@code high, low} by {@code divisor}, where 0 <= high < divisor: one bit a step, as on paper. */
    private static long divide(long high, long low, long divisor) {
        long rest = high;
        long bits = low;
        for (int i = 0; i < Long.SIZE; i++) {
            rest = rest << 1 | bits >>> 63;
            bits <<= 1;
            if (Long.compareUnsigned(rest, divisor) >= 0) {
                rest -= divisor;
                bits |= 1;
            }
        }
        return bits;
    }
}
