package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.DaemonThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * The daemon thread that makes trips for those who do not make their own. After work it looks out for more for a moment before
 * it sleeps: under load it is not woken for each batch. Thread-safe.
 */
final class Courier {
    private static final long LOOKOUT_NANOS = TimeUnit.MICROSECONDS.toNanos(50);
    private static final long SLEEP_NANOS = TimeUnit.HOURS.toNanos(1);

    private final TimeMeter clock;
    private final BooleanSupplier work;
    private final BooleanSupplier waiting;
    private final Thread thread;
    private final AtomicBoolean asleep = new AtomicBoolean(true);
    private volatile boolean ended;

    /**
     * @param work does what there is to do; returns whether there was anything
     * @param waiting returns whether there is something that could be done now
     */
    Courier(TimeMeter clock, BooleanSupplier work, BooleanSupplier waiting) {
        this.clock = clock;
        this.work = work;
        this.waiting = waiting;
        this.thread = DaemonThreads.thread("headgate-redis-io", this::run);
    }

    void start() {
        thread.start();
    }

    /** Returns whether it sleeps: then others may make trips of their own. */
    boolean isAsleep() {
        return asleep.get();
    }

    /** Says that there is work. Whoever has made it visible before is not left waiting. */
    void wake() {
        if (asleep.get() && asleep.compareAndSet(true, false)) {
            LockSupport.unpark(thread);
        }
    }

    /** Ends the thread, once it has done what there is to do. */
    void end() {
        ended = true;
        asleep.set(false);
        LockSupport.unpark(thread);
    }

    /** Waits for its end, at most so long. An interrupt ends the wait and stays on the thread. */
    void join(long millis) {
        try {
            thread.join(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!ended) {
            if (!workOnce() && !lookOut()) {
                sleep();
            }
        }
        workOnce();
    }

    private boolean workOnce() {
        try {
            return work.getAsBoolean();
        } catch (RuntimeException | Error e) {
            // Short of memory, say: those who waited stop by themselves, those to come need this thread.
            return false;
        }
    }

    private boolean lookOut() {
        long end = clock.currentTimeNanos() + LOOKOUT_NANOS;
        while (!waiting.getAsBoolean() && !ended) {
            if (clock.currentTimeNanos() - end > 0) {
                return false;
            }
            Thread.onSpinWait();
        }
        return true;
    }

    private void sleep() {
        asleep.set(true);
        // Whoever brings work after this line sees a sleeper; what came before is seen here.
        while (asleep.get() && !waiting.getAsBoolean() && !ended) {
            Parker.park(this, SLEEP_NANOS);
        }
        asleep.set(false);
    }
}
