package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * How long a trip may take, in nanoseconds: the time-out; in the second after the first connection all that is left of that second,
 * because then this process's own code, not yet compiled, takes longer than Redis. Thread-safe.
 */
final class TripTime implements LongSupplier {
    private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TimeMeter clock;
    private final long timeoutNanos;
    private volatile boolean settled = true;
    private boolean met;
    private volatile long metNanos;

    TripTime(TimeMeter clock, long timeoutNanos) {
        this.clock = clock;
        this.timeoutNanos = timeoutNanos;
    }

    /** There is a connection. */
    synchronized void meet() {
        if (!met) {
            met = true;
            metNanos = clock.currentTimeNanos();
            settled = false;
        }
    }

    @Override
    public long getAsLong() {
        if (settled) {
            return timeoutNanos;
        }
        long left = metNanos + FIRST_NANOS - clock.currentTimeNanos();
        if (left <= timeoutNanos) {
            settled = true;
            return timeoutNanos;
        }
        return left;
    }
}
