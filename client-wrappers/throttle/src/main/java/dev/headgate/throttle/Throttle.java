package dev.headgate.throttle;

import dev.headgate.api.RateLimitedIOException;

/** One downstream at work. */
public interface Throttle {
    /** Returns what the file says of it. */
    Rule rule();

    /** Returns the time of day in milliseconds since the epoch, rounded down. */
    long epochMillis();

    /**
     * Takes one token of each limit, waiting as the rule says.
     *
     * @throws RateLimitedIOException if the call may not go; it tells when to come back
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    default void acquire() throws RateLimitedIOException, InterruptedException {
        acquire(1);
    }

    /** As {@link #acquire()}, for a call that costs {@code tokens}. */
    void acquire(long tokens) throws RateLimitedIOException, InterruptedException;

    /** Takes one token of each limit if that is possible at once. */
    boolean tryAcquire();
}
