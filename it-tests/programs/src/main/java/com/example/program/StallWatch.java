package com.example.program;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Notices when this machine does not let a thread run that wants to. */
final class StallWatch {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private volatile long longestNanos;

    private StallWatch() {}

    static StallWatch start() {
        StallWatch watch = new StallWatch();
        Thread thread = new Thread(watch::run, "stall-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    /** Returns by how much a thread woke too late, at most so far. */
    long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestNanos);
    }

    private void run() {
        CountDownLatch never = new CountDownLatch(1);
        try {
            while (true) {
                long before = System.nanoTime();
                never.await(STEP_NANOS, TimeUnit.NANOSECONDS);
                longestNanos = Math.max(longestNanos, System.nanoTime() - before - STEP_NANOS);
            }
        } catch (InterruptedException e) {
            // Nobody interrupts it.
        }
    }
}
