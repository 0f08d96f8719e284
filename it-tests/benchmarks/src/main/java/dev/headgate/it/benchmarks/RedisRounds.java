package dev.headgate.it.benchmarks;

import dev.headgate.it.benchmarks.remote.Worker;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Measures limiters on one Redis server in turns, each in a JVM of its own that lives through all rounds: in each round, each
 * kind of load is put on all of them, one right after the other, a few times.
 */
final class RedisRounds implements AutoCloseable {
    static final String PING = "PING";
    static final String EVALSHA = "trivial EVALSHA";
    static final String BUCKET4J = "Bucket4j";
    static final String BATCHING = "Bucket4j batching";
    static final String REDISSON = "Redisson";
    static final String TOKEN_BUCKET = "token bucket";
    static final String PACED = "paced: counting";
    static final String ENGAGED = "paced: engaged";
    static final String THROTTLE = "whole throttle";
    static final String QUEUE = "leaky queue";
    static final String LOG = "log";
    static final String CELLS = "log in cells";

    static final List<String> OURS = List.of(
            TOKEN_BUCKET, THROTTLE, PACED, ENGAGED, "leaky meter", QUEUE, "fixed window", "counter", LOG, CELLS);
    static final List<String> REFUSING = List.of(BUCKET4J, BATCHING, REDISSON, TOKEN_BUCKET, THROTTLE, LOG);
    static final List<String> LIMITERS = List.of(BUCKET4J, BATCHING, REDISSON);
    static final int MANY = 10_000;
    static final int MOST_THREADS = 32;

    private static final int WARM_UP_MILLIS = 1_000;
    private static final int SETTLE_MILLIS = 25;
    private static final int MILLIS = 100;

    /**
     * So often all limiters are measured with a load before the next load. A trip on an idle machine takes several times as long
     * as on one that is busy with something else, whose processors need not be woken: what is compared must be close in time.
     */
    private static final int PASSES = 4;

    private static final int TRIES = 2;

    /** Where few are admitted, so many are at most before the first is refused. */
    private static final int FEW = 10;

    /**
     * A load.
     *
     * @param accepting whether all calls are admitted; else nearly none
     * @param keys how many there are
     * @param threads that call
     */
    record Load(boolean accepting, int keys, int threads) {
        /** One key of this limiter in this series has the same state at any number of threads. */
        String order(String verb, String limiter) {
            return String.format(
                    Locale.ROOT,
                    "%s %s:%b:%d %s %d",
                    verb,
                    limiter.replace(' ', '-'),
                    accepting,
                    keys,
                    accepting ? "1000000 1000" : FEW + " 1000",
                    keys);
        }
    }

    /** What a limiter did with a load; times in nanoseconds, means over its calls where the name does not say another thing. */
    record Measured(
            double nanos,
            double p50,
            double p99,
            double longest,
            double commands,
            double serverNanos,
            double cpuNanos) {}

    private final Map<String, WorkerProcess> workers = new LinkedHashMap<>();
    private final Map<String, Measured[]> results = new LinkedHashMap<>();
    private final RedisConnection server;
    private final int rounds;

    /** @param redisson file with the class path that Redisson needs */
    RedisRounds(RedisServer server, Path redisson, int rounds) throws IOException {
        this.server = server.connect();
        this.rounds = rounds;
        String classPath = System.getProperty("java.class.path");
        List<String> others = new ArrayList<>(List.of(PING, EVALSHA, BUCKET4J, BATCHING));
        others.addAll(OURS);
        for (String limiter : others) {
            workers.put(limiter, new WorkerProcess(classPath, RedisWorker.class.getName(), limiter, server.port()));
        }
        String itsOwn = Files.readString(redisson).strip() + File.pathSeparator + jarOf(Worker.class);
        workers.put(
                REDISSON,
                new WorkerProcess(itsOwn, Worker.class.getPackageName() + ".RedissonWorker", REDISSON, server.port()));
    }

    private static Path jarOf(Class<?> part) {
        try {
            return Path.of(
                    part.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    WorkerProcess worker(String limiter) {
        return Objects.requireNonNull(workers.get(limiter), limiter);
    }

    /** Lets the JVMs compile what they will run. */
    void warmUp() throws IOException {
        for (String limiter : workers.keySet()) {
            tell(limiter, new Load(true, 1, MOST_THREADS), WARM_UP_MILLIS);
            tell(limiter, new Load(true, MANY, 1), WARM_UP_MILLIS);
        }
    }

    void run(List<Load> loads) throws IOException {
        for (int round = 0; round < rounds; round++) {
            for (Load load : loads) {
                System.err.printf("round %d of %d: %s%n", round + 1, rounds, load);
                for (int pass = round * PASSES; pass < (round + 1) * PASSES; pass++) {
                    pass(load, pass);
                }
            }
        }
    }

    private void pass(Load load, int pass) throws IOException {
        for (String limiter : workers.keySet()) {
            if (load.accepting || REFUSING.contains(limiter)) {
                String what = load.order("", limiter) + " " + load.threads;
                results.computeIfAbsent(key(limiter, load), name -> new Measured[rounds * PASSES])[pass] =
                        Neighbours.calmest(what, TRIES, () -> measure(limiter, load));
            }
        }
    }

    private long[] tell(String limiter, Load load, int millis) throws IOException {
        return worker(limiter).tell(load.order("load", limiter) + " " + load.threads + " " + millis);
    }

    private Measured measure(String limiter, Load load) throws IOException {
        tell(limiter, load, SETTLE_MILLIS);
        double before = ServerCount.forget(server);
        long[] seen = tell(limiter, load, MILLIS);
        ServerCount count = ServerCount.since(server, before);
        double calls = seen[0];
        if (load.accepting ? seen[1] < calls : seen[1] > FEW + calls / 2) {
            throw new IllegalStateException(limiter + " admitted " + seen[1] + " of " + calls + " at " + load);
        }
        return new Measured(
                seen[2] / calls,
                seen[3],
                seen[4],
                seen[5],
                count.commands() / calls,
                1e3 * count.scriptMicros() / calls,
                1e3 * count.cpuMicros() / calls);
    }

    /** All passes of one figure. */
    double[] figures(String limiter, Load load, ToDoubleFunction<Measured> figure) {
        Measured[] all = results.get(key(limiter, load));
        if (all == null) {
            throw new IllegalArgumentException("not measured: " + key(limiter, load));
        }
        return Arrays.stream(all).mapToDouble(figure).toArray();
    }

    /** The medians of everything that was measured, as lines of a CSV file. */
    List<String> csv(List<Load> loads) {
        List<String> lines = new ArrayList<>();
        lines.add(
                "limiter,admitted,keys,threads,calls_per_second,p50_us,p99_us,longest_us,commands,server_us,server_cpu_us");
        for (Load load : loads) {
            for (String limiter : workers.keySet()) {
                if (results.containsKey(key(limiter, load))) {
                    lines.add(String.format(
                            Locale.ROOT,
                            "%s,%s,%d,%d,%.0f,%.1f,%.1f,%.1f,%.4f,%.3f,%.3f",
                            limiter,
                            load.accepting ? "all" : "few",
                            load.keys,
                            load.threads,
                            1e9 / Row.median(figures(limiter, load, Measured::nanos)),
                            Row.median(figures(limiter, load, Measured::p50)) / 1e3,
                            Row.median(figures(limiter, load, Measured::p99)) / 1e3,
                            Row.median(figures(limiter, load, Measured::longest)) / 1e3,
                            Row.median(figures(limiter, load, Measured::commands)),
                            Row.median(figures(limiter, load, Measured::serverNanos)) / 1e3,
                            Row.median(figures(limiter, load, Measured::cpuNanos)) / 1e3));
                }
            }
        }
        return lines;
    }

    private static String key(String limiter, Load load) {
        return limiter + " " + load;
    }

    @Override
    public void close() {
        workers.values().forEach(WorkerProcess::close);
        server.close();
    }
}
