package dev.headgate.it.benchmarks;

import dev.headgate.it.support.redis.RedisConnection;
import java.io.IOException;
import java.util.List;

/**
 * What limiters keep in Redis, by the server's own count ({@code MEMORY USAGE … SAMPLES 0}), of all keys that are there.
 *
 * @param perKey bytes, for a key that has admitted one call
 * @param perCall bytes for each admitted call that still counts, from the thousandth on, worst over a fill
 */
record RedisMemory(double perKey, double perCall) {
    private static final int KEYS = 1_000;
    private static final int FROM = 1_000;
    private static final int TO = 10_000;
    private static final int STEP = 50;
    /** Nothing is refilled while we look, and all is admitted. */
    private static final String LIMIT = TO + " 3600000";

    static RedisMemory of(String limiter, WorkerProcess worker, RedisConnection server) throws IOException {
        String prefix = "memory-" + limiter.replace(' ', '-');
        server.call("FLUSHALL");
        ask(worker, prefix + "-keys " + LIMIT + " " + KEYS + " 0 ", KEYS);
        double perKey = (double) bytes(server) / KEYS;
        server.call("FLUSHALL");
        String one = prefix + "-one " + LIMIT + " 1 0 ";
        ask(worker, one, FROM);
        double worst = 0;
        for (int calls = FROM; calls <= TO; calls += STEP) {
            worst = Math.max(worst, (double) bytes(server) / calls);
            if (calls < TO) {
                ask(worker, one, STEP);
            }
        }
        server.call("FLUSHALL");
        return new RedisMemory(perKey, worst);
    }

    private static void ask(WorkerProcess worker, String order, int count) throws IOException {
        long admitted = worker.tell("ask " + order + count)[0];
        if (admitted != count) {
            throw new IllegalStateException(admitted + " of " + count + " were admitted: " + order);
        }
    }

    private static long bytes(RedisConnection server) {
        List<String> keys = server.list("KEYS", "*");
        long bytes = 0;
        for (String key : keys) {
            bytes += server.number("MEMORY", "USAGE", key, "SAMPLES", 0);
        }
        return bytes;
    }
}
