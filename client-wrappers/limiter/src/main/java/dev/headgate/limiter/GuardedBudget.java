package dev.headgate.limiter;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A budget with its lock. Nobody locks it twice, so the lock remembers no owner: that makes it smaller and quicker than a
 * {@link java.util.concurrent.locks.ReentrantLock}, which would be two objects more for every bucket.
 */
@SuppressWarnings("serial") // a lock is never written
final class GuardedBudget extends AbstractQueuedSynchronizer {
    private static final AtomicLong MADE = new AtomicLong();

    /** Locks of several buckets are taken in this order. */
    final transient long order = MADE.getAndIncrement();

    final transient Budget budget;
    private final transient boolean alone;

    /** Of a bucket that was evicted while somebody still held it: the one that stands for its key now. Under the lock. */
    @Nullable
    transient Supplier<? extends SharedBudget> heir;

    GuardedBudget(Budget budget, SynchronizationStrategy synchronization) {
        this.budget = budget;
        this.alone = synchronization == SynchronizationStrategy.NONE;
    }

    void lock() {
        if (!alone) {
            acquire(1);
        }
    }

    boolean tryLock() {
        return alone || tryAcquire(1);
    }

    void unlock() {
        if (!alone) {
            release(1);
        }
    }

    @Override
    protected boolean tryAcquire(int ignored) {
        return compareAndSetState(0, 1);
    }

    @Override
    protected boolean tryRelease(int ignored) {
        setState(0);
        return true;
    }
}
