package dev.headgate.it.support;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Time that has to pass because the case is about time: a limit's period, a server's delay. Never to wait for an event. */
public final class Pause {
    private Pause() {}

    /** Lets that much time pass. */
    public static void of(Duration time) {
        unless(() -> false, time);
    }

    /** Lets that much time pass; returns false if {@code over} became true before. */
    static boolean unless(BooleanSupplier over, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        CountDownLatch never = new CountDownLatch(1);
        try {
            for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
                if (over.getAsBoolean()) {
                    return false;
                }
                never.await(Math.min(left, TimeUnit.MILLISECONDS.toNanos(200)), TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
