package dev.headgate.it.benchmarks.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Threads that ask a limiter as fast as it answers: a closed loop, with a key drawn at random for each call. */
final class Load {
    private static final long LONGEST_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 3;

    private final RemoteLimiter limiter;
    private final int keys;
    private final int threads;
    private final long nanos;

    Load(RemoteLimiter limiter, int keys, int threads, long millis) {
        this.limiter = limiter;
        this.keys = keys;
        this.threads = threads;
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    }

    /** What one thread saw. */
    private record Seen(Histogram latencies, long admitted, long beganNanos, long endedNanos) {}

    /** Runs, and tells: calls, admitted, nanoseconds from the first call to the last, and of a call the
     * median, the 99th percentile and the longest. */
    String run() throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<Seen>> tasks = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                SplittableRandom random = new SplittableRandom(i);
                tasks.add(() -> ask(start, random));
            }
            Histogram all = new Histogram(LONGEST_NANOS, DIGITS);
            long admitted = 0;
            long began = Long.MAX_VALUE;
            long ended = Long.MIN_VALUE;
            for (Future<Seen> future : pool.invokeAll(tasks)) {
                Seen seen = future.get();
                all.add(seen.latencies);
                admitted += seen.admitted;
                began = Math.min(began, seen.beganNanos);
                ended = Math.max(ended, seen.endedNanos);
            }
            return String.format(
                    Locale.ROOT,
                    "%d %d %d %d %d %d",
                    all.getTotalCount(),
                    admitted,
                    ended - began,
                    all.getValueAtPercentile(50),
                    all.getValueAtPercentile(99),
                    all.getMaxValue());
        } finally {
            pool.shutdownNow();
        }
    }

    private Seen ask(CyclicBarrier start, SplittableRandom random) throws Exception {
        Histogram latencies = new Histogram(LONGEST_NANOS, DIGITS);
        long admitted = 0;
        start.await();
        long began = System.nanoTime();
        long now = began;
        while (now - began < nanos) {
            admitted += limiter.tryOne(keys == 1 ? 0 : random.nextInt(keys)) ? 1 : 0;
            long next = System.nanoTime();
            latencies.recordValue(Math.min(next - now, LONGEST_NANOS));
            now = next;
        }
        return new Seen(latencies, admitted, began, now);
    }
}
