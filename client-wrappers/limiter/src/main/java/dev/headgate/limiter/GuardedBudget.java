package dev.headgate.limiter;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A budget with its lock. */
final class GuardedBudget {
    private static final AtomicLong MADE = new AtomicLong();

    /** Locks of several buckets are taken in this order. */
    final long order = MADE.getAndIncrement();

    final Budget budget;
    private final @Nullable ReentrantLock lock;

    /** Of a bucket that was evicted while somebody still held it: the one that stands for its key now. Under the lock. */
    @Nullable
    Supplier<? extends SharedBudget> heir;

    GuardedBudget(Budget budget, SynchronizationStrategy synchronization) {
        this.budget = budget;
        this.lock = synchronization == SynchronizationStrategy.NONE ? null : new ReentrantLock();
    }

    void lock() {
        if (lock != null) {
            lock.lock();
        }
    }

    boolean tryLock() {
        return lock == null || lock.tryLock();
    }

    void unlock() {
        if (lock != null) {
            lock.unlock();
        }
    }
}
