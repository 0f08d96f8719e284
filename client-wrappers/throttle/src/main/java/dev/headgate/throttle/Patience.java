package dev.headgate.throttle;

import java.util.concurrent.atomic.AtomicLong;

/** How long the hops of one program call have waited so far: they share one wait. Thread-safe. */
public final class Patience {
    private static final long KEPT_NANOS = 500_000_000;

    private final AtomicLong waitedNanos = new AtomicLong();

    /** Counts a wait that has ended. */
    public void spend(long nanos) {
        waitedNanos.addAndGet(nanos);
    }

    /**
     * Returns how much of a client's own timeout a call may wait for us: all but half a second, or half of it if that is more.
     * When more calls come than may go, each waits as long as it is let; with all of its timeout behind it, it would only go to
     * time out, and show of a downstream in health that it fails. Pure.
     *
     * @param leftNanos what is left of the timeout; {@link Long#MAX_VALUE}: there is none, and the result is the same
     */
    public static long ofTimeout(long leftNanos) {
        return leftNanos == Long.MAX_VALUE ? leftNanos : Math.max(leftNanos / 2, leftNanos - KEPT_NANOS);
    }

    /** Returns what is left of {@code waitNanos}, never less than 0. */
    public long left(long waitNanos) {
        return Math.max(0, waitNanos - waitedNanos.get());
    }
}
