package dev.headgate.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Threads that ask all the time, and wait a moment when there is trouble. */
final class ConstantLoad implements AutoCloseable {
    private static final int THREADS = 8;

    private final Combiner<String> combiner;
    private final String key;
    private final long waitNanos;
    private final AtomicBoolean over = new AtomicBoolean();
    private final List<Thread> threads = new ArrayList<>();
    private final List<AtomicInteger> slow = new ArrayList<>();
    final AtomicInteger counted = new AtomicInteger();
    final AtomicInteger troubled = new AtomicInteger();
    final AtomicLong longestNanos = new AtomicLong();

    /** @param wait what is long enough to be the wait for an outage */
    ConstantLoad(Combiner<String> combiner, String key, Duration wait) {
        this.combiner = combiner;
        this.key = key;
        this.waitNanos = wait.toNanos();
        for (int i = 0; i < THREADS; i++) {
            AtomicInteger ownSlow = new AtomicInteger();
            slow.add(ownSlow);
            Thread thread = new Thread(() -> ask(ownSlow));
            threads.add(thread);
            thread.start();
        }
    }

    private void ask(AtomicInteger ownSlow) {
        while (!over.get()) {
            long begun = System.nanoTime();
            boolean answered = Counting.count(combiner, key).matches("[0-9]+");
            long took = System.nanoTime() - begun;
            (answered ? counted : troubled).incrementAndGet();
            longestNanos.accumulateAndGet(took, Math::max);
            if (!answered && took > waitNanos) {
                ownSlow.incrementAndGet();
            }
            if (!answered) {
                // Threads that go round without end would hold each other up.
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        }
    }

    /** Says how many waits the thread had that had most. */
    int mostWaits() {
        return slow.stream().mapToInt(AtomicInteger::get).max().orElseThrow();
    }

    @Override
    public void close() throws InterruptedException {
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
