package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;

/**
 * Something that may be said again and again, and is said ever more seldom while it goes on: after one second, two, four, at
 * last once a minute. Thread-safe.
 */
final class Sparing {
    private static final long FIRST_NANOS = 1_000_000_000;
    private static final long LONGEST_NANOS = 60 * FIRST_NANOS;

    private final TimeMeter clock;
    private boolean said;
    private long saidAt;
    private long silentNanos = FIRST_NANOS;

    Sparing(TimeMeter clock) {
        this.clock = clock;
    }

    /** Returns whether it is to be said now. After two minutes without it all begins anew. */
    synchronized boolean isDue() {
        long now = clock.currentTimeNanos();
        long since = now - saidAt;
        if (said && since < silentNanos) {
            return false;
        }
        silentNanos = !said || since >= 2 * LONGEST_NANOS ? FIRST_NANOS : Math.min(LONGEST_NANOS, 2 * silentNanos);
        said = true;
        saidAt = now;
        return true;
    }
}
