package dev.headgate.throttle;

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The daemon threads on which delayed calls go on. As a rule a few have nothing to do but to hand over; a program whose executor
 * runs what it gets on the thread that brings it keeps them for whole calls. Then there are more, up to a bound, so that one
 * downstream's calls do not stand in another's way. The queue that makes threads before it fills is the known one: it takes
 * only what an idle thread waits for.
 */
final class ContinuationPool extends ThreadPoolExecutor {
    static final int MOST = 32;

    private static final int FEW = 4;
    private static final int IDLE_SECONDS = 10;

    private final AtomicBoolean expecting = new AtomicBoolean();

    ContinuationPool() {
        super(
                FEW,
                MOST,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new IdleFirst(),
                new DaemonThreads("headgate-continuation"),
                ContinuationPool::queue);
        allowCoreThreadTimeOut(true);
    }

    /**
     * Starts the few threads, once: the first calls of a program that wait would lose their slots to the start of threads that
     * other agents look at, too.
     */
    void expectWork() {
        if (expecting.compareAndSet(false, true)) {
            prestartAllCoreThreads();
        }
    }

    private static void queue(Runnable work, ThreadPoolExecutor pool) {
        if (pool.isShutdown()) {
            throw new RejectedExecutionException("Headgate's pool has ended");
        }
        ((IdleFirst) pool.getQueue()).append(work);
    }

    private static final class IdleFirst extends LinkedTransferQueue<Runnable> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean offer(Runnable work) {
            return tryTransfer(work);
        }

        // Not put, which is offer in newer JDKs.
        void append(Runnable work) {
            super.offer(work);
        }
    }
}
