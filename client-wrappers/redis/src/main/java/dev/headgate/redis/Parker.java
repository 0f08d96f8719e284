package dev.headgate.redis;

import java.util.concurrent.locks.LockSupport;

/** The one place where a thread sleeps for Redis. */
final class Parker {
    private Parker() {}

    /**
     * Sleeps until the time has passed, or somebody unparks the thread, or earlier for no reason at all. An interrupt ends it,
     * too, and is taken off the thread: whoever goes on waiting must put it back at the end.
     *
     * @param blocker for thread dumps
     * @return whether the thread was interrupted
     */
    static boolean park(Object blocker, long nanos) {
        LockSupport.parkNanos(blocker, nanos);
        return Thread.interrupted();
    }
}
