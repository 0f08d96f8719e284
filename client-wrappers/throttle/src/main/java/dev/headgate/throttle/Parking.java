package dev.headgate.throttle;

import java.util.concurrent.locks.LockSupport;

/** How a waiting thread sleeps: until the time has passed, or it is interrupted, or earlier for no reason at all. */
@FunctionalInterface
public interface Parking {
    /** As the JDK parks. */
    Parking SYSTEM = LockSupport::parkNanos;

    /**
     * Sleeps. Never throws, and leaves the interrupt flag as it is.
     *
     * @param blocker for thread dumps
     */
    void park(Object blocker, long nanos);
}
