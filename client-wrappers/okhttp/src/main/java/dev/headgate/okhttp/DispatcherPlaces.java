package dev.headgate.okhttp;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many calls wait on the threads of one {@code Dispatcher}. Each holds one of its {@code maxRequests} places, so at most
 * half of them may wait: calls to other hosts always find the other half. Thread-safe. For this library and the agent.
 */
public final class DispatcherPlaces {
    private final AtomicInteger taken = new AtomicInteger();

    /**
     * Returns true if the current thread runs an asynchronous call. OkHttp names its threads after the call that they run, also
     * those of an executor that the program brought.
     */
    static boolean onDispatcherThread() {
        return Thread.currentThread().getName().startsWith("OkHttp ");
    }

    /**
     * Takes a place to wait, if one is free.
     *
     * @param maxRequests what the dispatcher runs at once
     */
    boolean enter(int maxRequests) {
        int most = Math.max(1, maxRequests / 2);
        for (int now = taken.get(); now < most; now = taken.get()) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    void leave() {
        taken.decrementAndGet();
    }

    /** Returns how many wait now. */
    public int taken() {
        return taken.get();
    }
}
