package dev.headgate.it.storms;

import java.util.SplittableRandom;

/** How a program repeats what failed. */
enum RetryLoop {
    /** At once. */
    NAIVE {
        @Override
        long pauseNanos(int made, long retryAfterNanos, SplittableRandom random) {
            return 0;
        }
    },
    /** After half a second. */
    FIXED {
        @Override
        long pauseNanos(int made, long retryAfterNanos, SplittableRandom random) {
            return HALF_A_SECOND;
        }
    },
    /** After anything between nothing and 100 ms, 200 ms, 400 ms and so on to 10 s. */
    FULL_JITTER {
        @Override
        long pauseNanos(int made, long retryAfterNanos, SplittableRandom random) {
            return jitter(made, random);
        }
    },
    /** The same, but where the downstream says when to come back, then and up to a tenth later. */
    FULL_JITTER_RETRY_AFTER {
        @Override
        long pauseNanos(int made, long retryAfterNanos, SplittableRandom random) {
            return retryAfterNanos == 0
                    ? jitter(made, random)
                    : retryAfterNanos + (long) (random.nextDouble() * retryAfterNanos * 0.1);
        }
    };

    private static final long HALF_A_SECOND = 500_000_000;
    private static final long FIRST = 100_000_000;
    private static final long LONGEST = 10_000_000_000L;

    /**
     * Returns the time until the next attempt.
     *
     * @param made attempts so far, 1 or more
     * @param retryAfterNanos what the reply said; 0: nothing
     */
    abstract long pauseNanos(int made, long retryAfterNanos, SplittableRandom random);

    private static long jitter(int made, SplittableRandom random) {
        return (long) (random.nextDouble() * Math.min(LONGEST, FIRST << (made - 1)));
    }
}
