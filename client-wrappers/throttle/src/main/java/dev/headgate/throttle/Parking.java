package dev.headgate.throttle;

/** How a waiting thread sleeps: until the time has passed, or it is interrupted, or earlier for no reason at all. */
@FunctionalInterface
public interface Parking {
    /**
     * Sleeps. Never throws, and leaves the interrupt flag as it is.
     *
     * @param blocker for thread dumps
     */
    void park(Object blocker, long nanos);
}
