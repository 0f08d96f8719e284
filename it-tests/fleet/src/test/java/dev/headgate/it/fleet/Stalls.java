package dev.headgate.it.fleet;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** When this machine did not let a thread run that wanted to; watched from the first use on. */
final class Stalls {
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long NOTED_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long NEAR_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final List<Stall> SEEN = new CopyOnWriteArrayList<>();

    static {
        Thread thread = new Thread(Stalls::watch, "stalls");
        thread.setDaemon(true);
        thread.start();
    }

    private Stalls() {}

    /** A time in which it did; in {@link System#nanoTime()}. */
    record Stall(long from, long to) {}

    /** Returns those that were longer. */
    static List<Stall> longerThan(Duration time) {
        return SEEN.stream()
                .filter(stall -> stall.to() - stall.from() > time.toNanos())
                .toList();
    }

    /** Returns the time, and watches from now on if nobody did before. */
    static long now() {
        return System.nanoTime();
    }

    /** Returns for how long, in all, it stood still between the two times, or a moment before or after. */
    static Duration between(long from, long to) {
        long sum = 0;
        for (Stall stall : SEEN) {
            if (stall.to() > from - NEAR_NANOS && stall.from() < to + NEAR_NANOS) {
                sum += stall.to() - stall.from();
            }
        }
        return Duration.ofNanos(sum);
    }

    /** Returns for how long it stood still at most since then. */
    static Duration longestSince(long from) {
        return Duration.ofNanos(SEEN.stream()
                .filter(stall -> stall.to() > from)
                .mapToLong(stall -> stall.to() - stall.from())
                .max()
                .orElse(0));
    }

    private static void watch() {
        while (true) {
            long before = System.nanoTime();
            LockSupport.parkNanos(STEP_NANOS);
            long late = System.nanoTime() - before - STEP_NANOS;
            if (late >= NOTED_NANOS) {
                SEEN.add(new Stall(before, before + STEP_NANOS + late));
            }
        }
    }
}
