package dev.headgate.throttle;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the JVM from ending by itself while somebody needs it: a thread that is no daemon and does nothing, there only while it
 * is needed. Thread-safe.
 */
final class Vigil {
    private int needed;
    private @Nullable CountDownLatch over;

    /** Begins; the JVM stays until what is returned has run. Running it again changes nothing. */
    Runnable begin() {
        enter();
        AtomicBoolean left = new AtomicBoolean();
        return () -> {
            if (left.compareAndSet(false, true)) {
                leave();
            }
        };
    }

    private synchronized void enter() {
        needed++;
        if (over != null) {
            return;
        }
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = DaemonThreads.thread("headgate-vigil", () -> await(latch));
        thread.setDaemon(false);
        try {
            thread.start();
            over = latch;
        } catch (OutOfMemoryError noThread) {
            // Then the JVM ends as early as it likes, and the next who needs it tries again.
        }
    }

    private synchronized void leave() {
        needed--;
        if (needed == 0 && over != null) {
            over.countDown();
            over = null;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }
}
