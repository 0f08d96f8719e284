package dev.headgate.limiter;

import java.time.Duration;
import java.time.Instant;

/** Arithmetic on times and counts that stops at the ends of {@code long} instead of wrapping round. */
final class Ticks {
    /** Before every time: the last slot of a budget that has given none. */
    static final long BEFORE_ALL = Long.MIN_VALUE;

    /** After every time: no slot lies here, a call that could go only then is refused. */
    static final long NEVER = Long.MAX_VALUE;

    static final long PER_SECOND = 1_000_000_000L;

    private Ticks() {}

    static long plus(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    static long minus(long a, long b) {
        long difference = a - b;
        return ((a ^ b) & (a ^ difference)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
    }

    /** How long after {@code now} a time is; 0 if it is not. */
    static long after(long now, long time) {
        return time <= now ? 0 : minus(time, now);
    }

    /** The length of {@code duration} in nanoseconds; the nearest {@code long} where it has none. */
    static long of(Duration duration) {
        try {
            return duration.toNanos();
        } catch (ArithmeticException tooLong) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Nanoseconds since the epoch; the nearest {@code long} where there is none. */
    static long of(Instant instant) {
        return of(Duration.between(Instant.EPOCH, instant));
    }
}
