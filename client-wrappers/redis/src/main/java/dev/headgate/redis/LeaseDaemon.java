package dev.headgate.redis;

import dev.headgate.throttle.DaemonThreads;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The one daemon thread that renews the permits of a process, gives them back and asks for its waiters, for all limits.
 * Thread-safe.
 */
final class LeaseDaemon implements AutoCloseable {
    private final List<RedisConcurrency> limits = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private final Thread thread;
    private boolean awake;
    private boolean closed;

    LeaseDaemon() {
        thread = DaemonThreads.thread("headgate-redis-permits", this::run);
        thread.start();
    }

    /** Looks after a limit from now on. */
    void watch(RedisConcurrency limit) {
        limits.add(limit);
        wake();
    }

    /** Looks after a limit no longer. */
    void forget(RedisConcurrency limit) {
        limits.remove(limit);
    }

    /** Says that a limit may have something to do. */
    void wake() {
        lock.lock();
        try {
            awake = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Ends the thread after what it is at. */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            woken.signal();
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        long next = 0;
        while (await(next)) {
            next = TimeUnit.DAYS.toNanos(1);
            for (RedisConcurrency limit : limits) {
                next = Math.min(next, limit.tick());
            }
        }
    }

    /** Returns false when it is over. */
    private boolean await(long nanos) {
        lock.lock();
        try {
            long left = nanos;
            while (!awake && !closed && left > 0) {
                left = woken.awaitNanos(left);
            }
            awake = false;
            return !closed;
        } catch (InterruptedException e) {
            return !closed; // nobody but us has a reason to interrupt it
        } finally {
            lock.unlock();
        }
    }
}
