package dev.headgate.it.benchmarks.remote;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;

/**
 * The side of a measured JVM: does what it reads, one line each, and answers each with one line, until its input ends.
 *
 * <ul>
 *   <li>{@code load PREFIX PERMITS PERIOD_MILLIS KEYS THREADS MILLIS}: asks in a closed loop, see {@link Load#run}
 *   <li>{@code ask PREFIX PERMITS PERIOD_MILLIS KEYS FROM COUNT}: asks once for each of {@code COUNT} keys from {@code FROM}, or
 *       so often for key 0 if there is one key; answers how many were admitted
 * </ul>
 */
public final class Worker {
    private final RemoteLimiter.Maker maker;
    private final Map<String, RemoteLimiter> limiters = new HashMap<>();

    private Worker(RemoteLimiter.Maker maker) {
        this.maker = maker;
    }

    /** Serves standard input. */
    @SuppressWarnings("SystemOut") // The answers go there.
    public static void serve(RemoteLimiter.Maker maker) throws Exception {
        Worker worker = new Worker(maker);
        try (BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String order = orders.readLine(); order != null; order = orders.readLine()) {
                System.out.println(worker.answer(order.split(" ")));
            }
        }
        // Clients leave threads behind.
        System.exit(0);
    }

    private String answer(String[] words) throws Exception {
        long permits = Long.parseLong(words[2]);
        long period = Long.parseLong(words[3]);
        int keys = Integer.parseInt(words[4]);
        RemoteLimiter limiter = limiters.computeIfAbsent(words[1], prefix -> maker.make(prefix, permits, period, keys));
        int first = Integer.parseInt(words[5]);
        int second = Integer.parseInt(words[6]);
        return words[0].equals("load")
                ? load(limiter, keys, first, second)
                : Integer.toString(ask(limiter, keys, first, second));
    }

    private static String load(RemoteLimiter limiter, int keys, int threads, int millis)
            throws InterruptedException, ExecutionException {
        return new Load(limiter, keys, threads, millis).run();
    }

    private static int ask(RemoteLimiter limiter, int keys, int from, int count) throws Exception {
        int admitted = 0;
        for (int i = from; i < from + count; i++) {
            admitted += limiter.tryOne(keys == 1 ? 0 : i) ? 1 : 0;
        }
        return admitted;
    }
}
