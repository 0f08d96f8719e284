package com.example.program;

import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Begins calls at random times, whatever becomes of those before, as the users of a service do. */
final class RandomArrivals {
    private RandomArrivals() {}

    /** Begins the calls, each on a thread of its own, waits until all have ended and returns how many there were. */
    static int offer(double perSecond, double seconds, SplittableRandom random, Runnable call)
            throws InterruptedException {
        ExecutorService callers = Executors.newCachedThreadPool();
        int offered = 0;
        double nanos = TimeUnit.SECONDS.toNanos(1);
        long start = System.nanoTime();
        // Gaps of a memoryless stream: calls at even times would meet the slots of a limit always in the same order.
        double due = -Math.log(1 - random.nextDouble()) / perSecond;
        while (due < seconds) {
            long left = start + (long) (due * nanos) - System.nanoTime();
            if (left > 0) {
                LockSupport.parkNanos(left);
                continue;
            }
            callers.execute(call);
            offered++;
            due -= Math.log(1 - random.nextDouble()) / perSecond;
        }
        callers.shutdown();
        if (!callers.awaitTermination(30, TimeUnit.SECONDS)) {
            System.out.println("calls do not end");
        }
        return offered;
    }
}
