package dev.headgate.it.fleet;

import dev.headgate.throttle.Throttle;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Threads that make calls at random times until it is closed. */
final class Offer implements AutoCloseable {
    private final List<Thread> threads = new ArrayList<>();
    private final Calls calls = new Calls();
    private volatile boolean over;

    /**
     * Starts to make calls.
     *
     * @param perSecond calls that all threads together offer in a second, unless they are held
     * @param seed of the random times
     */
    static Offer to(Throttle throttle, int threads, int perSecond, long seed) {
        Offer offer = new Offer();
        for (int i = 0; i < threads; i++) {
            SplittableRandom random = new SplittableRandom(seed + i);
            double nanos = (double) TimeUnit.SECONDS.toNanos(1) * threads / perSecond;
            Thread thread = new Thread(() -> offer.run(throttle, random, nanos), "offer-" + i);
            offer.threads.add(thread);
            thread.setDaemon(true);
            thread.start();
        }
        return offer;
    }

    Calls calls() {
        return calls;
    }

    @Override
    public void close() {
        over = true;
        for (Thread thread : threads) {
            try {
                thread.join(TimeUnit.SECONDS.toMillis(30));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("Interrupted while calls end", e);
            }
            if (thread.isAlive()) {
                throw new AssertionError("A call does not end: " + List.of(thread.getStackTrace()));
            }
        }
    }

    private void run(Throttle throttle, SplittableRandom random, double meanGapNanos) {
        double due = System.nanoTime();
        while (!over) {
            due -= Math.log(1 - random.nextDouble()) * meanGapNanos;
            for (long left = (long) due - System.nanoTime(); left > 0 && !over; left = (long) due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            calls.make(throttle);
        }
    }
}
