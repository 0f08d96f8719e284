package com.example.program;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A number of calls that several threads make as fast as they can. */
final class Load {
    private static final int CALLS = 50;
    private static final int THREADS = 8;

    private final String name;
    private final Client client;
    private final String target;
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicLong firstStart = new AtomicLong(Long.MAX_VALUE);
    private final AtomicLong lastStart = new AtomicLong(Long.MIN_VALUE);

    Load(String name, Client client, String target) {
        this.name = name;
        this.client = client;
        this.target = target;
    }

    /** Makes one call before the others, so that everything is loaded and connected. */
    void warmUp() throws InterruptedException {
        try {
            client.start(target).get();
        } catch (ExecutionException e) {
            Print.fact("warm-up", "load", name, "thrown", Print.types(e.getCause()), "message", e.getCause());
        }
    }

    /** Makes the calls, waits for their results and prints them; returns how long it took to offer them all, in ms. */
    long run() throws InterruptedException {
        CountDownLatch ready = new CountDownLatch(THREADS);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> offer(ready), name + "-" + i);
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long offered = TimeUnit.NANOSECONDS.toMillis(lastStart.get() - firstStart.get());
        Print.fact("load", "load", name, "target", target, "offered-ms", offered);
        return offered;
    }

    private void offer(CountDownLatch ready) {
        List<CompletableFuture<Void>> open = new ArrayList<>();
        ready.countDown();
        try {
            ready.await();
        } catch (InterruptedException e) {
            return;
        }
        while (next.getAndIncrement() < CALLS) {
            long started = System.nanoTime();
            firstStart.accumulateAndGet(started, Math::min);
            lastStart.accumulateAndGet(started, Math::max);
            open.add(client.start(target).handle((result, thrown) -> {
                print(started, result, thrown);
                return null;
            }));
        }
        open.forEach(CompletableFuture::join);
    }

    private void print(long started, Long result, Throwable thrown) {
        long ms = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - started);
        if (thrown == null) {
            Print.fact("call", "load", name, "target", target, "ms", ms, "result", result);
        } else {
            Throwable cause = thrown instanceof CompletionException ? thrown.getCause() : thrown;
            Print.fact(
                    "call",
                    "load",
                    name,
                    "target",
                    target,
                    "ms",
                    ms,
                    "thrown",
                    Print.types(cause),
                    "retry-ms",
                    Print.retryAfterMillis(cause),
                    "message",
                    cause.getMessage());
        }
    }
}
