package dev.headgate.throttle;

import java.util.Arrays;

/**
 * Counts what happened in the last ten seconds, second by second, the current one among them. Times are ticks that never go
 * back. Not thread-safe.
 */
final class RecentCount {
    private static final int SECONDS = 10;

    private final long second;

    /** The latest second first. */
    private final long[] counts = new long[SECONDS];

    /** How many of them there are yet; those in which nothing happened count, too. */
    private int seconds;

    private long latestFrom;

    /** @param ticksPerSecond 1,000 or a multiple of it */
    RecentCount(long ticksPerSecond) {
        this.second = ticksPerSecond;
    }

    void add(long now, long n) {
        turnTo(now);
        counts[0] += n;
    }

    /** Counts something of an earlier time, if that is not over. */
    void addAt(long now, long at, long n) {
        turnTo(now);
        long turns = at >= latestFrom ? 0 : (latestFrom - at - 1) / second + 1;
        if (turns < SECONDS) {
            counts[(int) turns] += n;
        }
    }

    /** What will be left of the sum {@code turns} seconds from now if nothing is added. */
    long left(long now, int turns) {
        turnTo(now);
        long left = 0;
        for (int i = 0; i < SECONDS - turns; i++) {
            left += counts[i];
        }
        return Math.max(0, left);
    }

    /** Ticks until so much is left: to within a second, {@code turns} seconds. */
    long ticksUntil(long now, int turns) {
        turnTo(now);
        return latestFrom + turns * second - now;
    }

    /** The sum; 0 if more was taken back than there is. */
    long sum(long now) {
        turnTo(now);
        long sum = 0;
        for (long each : counts) {
            sum += each;
        }
        return Math.max(0, sum);
    }

    /** Since when, in milliseconds, the sum counts; at most ten seconds. */
    long coveredMillis(long now) {
        turnTo(now);
        return (seconds - 1) * 1_000L + (now - latestFrom) / (second / 1_000);
    }

    void moveBack(long ticks) {
        latestFrom -= ticks;
    }

    void clear() {
        seconds = 0;
        Arrays.fill(counts, 0);
    }

    private void turnTo(long now) {
        if (seconds == 0) {
            seconds = 1;
            latestFrom = now;
        }
        long turns = (now - latestFrom) / second;
        if (turns > 0) {
            for (int i = SECONDS - 1; i >= 0; i--) {
                counts[i] = i < turns ? 0 : counts[i - (int) turns];
            }
            seconds = (int) Math.min(SECONDS, seconds + turns);
            latestFrom += turns * second;
        }
    }
}
