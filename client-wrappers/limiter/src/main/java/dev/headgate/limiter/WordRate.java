package dev.headgate.limiter;

import org.jspecify.annotations.Nullable;

/** The reduced numbers of a token bucket that fits in a {@link Word}: {@code refill} parts a tick, {@code per} parts a token. */
final class WordRate {
    /** Levels and times stay below this, so that sums of two of them never overflow. */
    private static final long ROOM = Long.MAX_VALUE / 4;

    /** A bucket must be able to run as long as this before its time no longer fits. */
    private static final long TEN_YEARS = 3_650 * WindowGrid.DAY;

    final long capacity;
    final long refill;
    final long per;
    final long full;

    /** Parts at the start. */
    final long initial;

    /** How many parts of the limit's own period are one of ours. */
    final long scale;

    /** The longest time since the start that fits. */
    final long longest;

    private WordRate(Bandwidth bandwidth, long divisor) {
        capacity = bandwidth.getCapacity();
        refill = bandwidth.getRefillTokens() / divisor;
        per = bandwidth.getRefillPeriodNanos() / divisor;
        full = capacity * per;
        initial = bandwidth.getInitialTokens() * per;
        scale = divisor;
        longest = ROOM / refill;
    }

    /** The numbers of this configuration, or null if it is not one token bucket that fits. */
    static @Nullable WordRate of(Bandwidth[] bandwidths) {
        if (bandwidths.length != 1 || bandwidths[0].getAlgorithm() != Algorithm.TOKEN_BUCKET) {
            return null;
        }
        Bandwidth only = bandwidths[0];
        long divisor = gcd(only.getRefillTokens(), only.getRefillPeriodNanos());
        long per = only.getRefillPeriodNanos() / divisor;
        boolean fits = only.getRefillTokens() / divisor <= ROOM / TEN_YEARS && only.getCapacity() <= ROOM / per;
        return fits ? new WordRate(only, divisor) : null;
    }

    private static long gcd(long a, long b) {
        long x = a;
        long y = b;
        while (y != 0) {
            long rest = x % y;
            x = y;
            y = rest;
        }
        return x;
    }
}
