package com.example.program;

import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Offers calls at random times, whatever becomes of those before, as the users of a service do. It says when it is ready, begins
 * when it is told to by a line, and prints what its calls met.
 *
 * <p>Arguments: {@code URL CALLS_PER_SECOND SECONDS SEED}.
 */
public final class CallsAtRandom {
    private final Client client = Client.named("huc");
    private final String url;
    private final AtomicInteger admitted = new AtomicInteger();
    private final AtomicInteger limited = new AtomicInteger();
    private final AtomicInteger broken = new AtomicInteger();
    private final AtomicLong longestNanos = new AtomicLong();

    private CallsAtRandom(String url) {
        this.url = url;
    }

    public static void main(String[] args) throws Exception {
        CallsAtRandom calls = new CallsAtRandom(args[0]);
        calls.call(); // so that everything is loaded
        System.out.println("ready");
        System.in.read();
        StallWatch watch = StallWatch.start();
        calls.admitted.set(0);
        calls.limited.set(0);
        calls.longestNanos.set(0);
        int offered = RandomArrivals.offer(
                Double.parseDouble(args[1]),
                Double.parseDouble(args[2]),
                new SplittableRandom(Long.parseLong(args[3])),
                calls::call);
        calls.print(offered, watch.longestMillis());
        System.exit(0);
    }

    private void call() {
        long started = System.nanoTime();
        try {
            client.start(url).get();
            admitted.incrementAndGet();
        } catch (ExecutionException e) {
            if (Print.retryAfterMillis(e.getCause()) >= 0) {
                limited.incrementAndGet();
            } else {
                broken.incrementAndGet();
                Print.fact("broken", "thrown", Print.types(e.getCause()), "message", e.getCause());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        longestNanos.accumulateAndGet(System.nanoTime() - started, Math::max);
    }

    private void print(int offered, long stallMillis) {
        Print.fact(
                "calls",
                "offered",
                offered,
                "admitted",
                admitted,
                "limited",
                limited,
                "broken",
                broken,
                "longest-ms",
                TimeUnit.NANOSECONDS.toMillis(longestNanos.get()),
                "stall-ms",
                stallMillis);
    }
}
