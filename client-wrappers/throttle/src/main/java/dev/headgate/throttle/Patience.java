package dev.headgate.throttle;

import java.util.concurrent.atomic.AtomicLong;

/** How long the hops of one program call have waited so far: they share one wait. Thread-safe. */
public final class Patience {
    private final AtomicLong waitedNanos = new AtomicLong();

    /** Counts a wait that has ended. */
    public void spend(long nanos) {
        waitedNanos.addAndGet(nanos);
    }

    /** Returns what is left of {@code waitNanos}, never less than 0. */
    public long left(long waitNanos) {
        return Math.max(0, waitNanos - waitedNanos.get());
    }
}
