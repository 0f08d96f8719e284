package dev.headgate.config.cli;

import dev.headgate.limiter.Algorithm;
import dev.headgate.limiter.Bandwidth;
import java.math.BigInteger;

/** Numbers as they are shown. */
final class Numbers {
    private static final String[] UNITS = {"d", "h", "m", "s", "ms", "us", "ns"};
    private static final long[] NANOS = {
        86_400_000_000_000L, 3_600_000_000_000L, 60_000_000_000L, 1_000_000_000L, 1_000_000L, 1_000L, 1L
    };

    private Numbers() {}

    /** Returns a duration in the largest unit that it is a whole number of. */
    static String duration(long nanos) {
        if (nanos == Long.MAX_VALUE) {
            return "for ever";
        }
        int unit = unit(BigInteger.valueOf(nanos));
        return nanos == 0 ? "0" : nanos / NANOS[unit] + UNITS[unit];
    }

    /** Returns a duration in the largest unit that it reaches, rounded. */
    static String about(long nanos) {
        int unit = 0;
        while (nanos < NANOS[unit]) {
            unit++;
        }
        return (nanos - NANOS[unit] / 2) / NANOS[unit] + 1 + UNITS[unit];
    }

    /** Returns {@code tokens} in so many nanoseconds as a rate. */
    static String rate(BigInteger tokens, BigInteger nanos) {
        int unit = unit(nanos);
        BigInteger count = nanos.divide(BigInteger.valueOf(NANOS[unit]));
        return tokens + "/" + (count.equals(BigInteger.ONE) ? "" : count) + UNITS[unit];
    }

    private static int unit(BigInteger nanos) {
        int unit = 0;
        while (nanos.mod(BigInteger.valueOf(NANOS[unit])).signum() != 0) {
            unit++;
        }
        return unit;
    }

    /**
     * Returns about how many bytes one key takes at most on Redis, its name and the server's own book-keeping included, and
     * calls that wait not.
     */
    static long bytesOnRedis(Bandwidth bandwidth) {
        if (bandwidth.getAlgorithm() != Algorithm.SLIDING_WINDOW_LOG) {
            return 300;
        }
        return bandwidth.isInCells() ? 17_000 : 600 + 12 * Math.min(bandwidth.getCapacity(), 1L << 40);
    }

    /** Returns about how many bytes of state one key takes at most in this process. */
    static long bytes(Bandwidth bandwidth) {
        if (bandwidth.getAlgorithm() != Algorithm.SLIDING_WINDOW_LOG) {
            return 32;
        }
        // 8 bytes for each token, or for each cell that can count.
        return 8 * (bandwidth.isInCells() ? 1_025 : Math.min(bandwidth.getCapacity(), 1L << 40));
    }
}
