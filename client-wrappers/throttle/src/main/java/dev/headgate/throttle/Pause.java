package dev.headgate.throttle;

/** The pause of one rule; of several the latest end holds. Thread-safe, without locks for who only looks. */
final class Pause {
    private volatile boolean begun;
    private volatile long until;

    /** Returns nanoseconds from {@code now} to its end; 0: there is none. */
    long leftNanos(long now) {
        return begun ? Math.max(0, until - now) : 0;
    }

    /** Returns true if there never was one: then nobody need look at the clock. */
    boolean isNever() {
        return !begun;
    }

    synchronized void extend(long now, long nanos) {
        if (nanos > leftNanos(now)) {
            until = now + nanos;
            begun = true;
        }
    }
}
