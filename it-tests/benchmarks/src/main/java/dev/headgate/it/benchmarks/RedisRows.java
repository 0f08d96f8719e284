package dev.headgate.it.benchmarks;

import static dev.headgate.it.benchmarks.RedisRounds.BATCHING;
import static dev.headgate.it.benchmarks.RedisRounds.BUCKET4J;
import static dev.headgate.it.benchmarks.RedisRounds.CELLS;
import static dev.headgate.it.benchmarks.RedisRounds.ENGAGED;
import static dev.headgate.it.benchmarks.RedisRounds.EVALSHA;
import static dev.headgate.it.benchmarks.RedisRounds.LIMITERS;
import static dev.headgate.it.benchmarks.RedisRounds.LOG;
import static dev.headgate.it.benchmarks.RedisRounds.MANY;
import static dev.headgate.it.benchmarks.RedisRounds.MOST_THREADS;
import static dev.headgate.it.benchmarks.RedisRounds.OURS;
import static dev.headgate.it.benchmarks.RedisRounds.PING;
import static dev.headgate.it.benchmarks.RedisRounds.REDISSON;
import static dev.headgate.it.benchmarks.RedisRounds.THROTTLE;
import static dev.headgate.it.benchmarks.RedisRounds.TOKEN_BUCKET;
import static dev.headgate.it.benchmarks.Row.NO_BAR;

import dev.headgate.it.benchmarks.RedisRounds.Load;
import dev.headgate.it.benchmarks.RedisRounds.Measured;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One limit for many processes: ours on Redis beside Bucket4j's and Redisson's, and beside a script that does nothing. The rows
 * compare; all that was measured is in {@code redis.csv}.
 */
final class RedisRows {
    private static final Load ONE_THREAD = new Load(true, 1, 1);
    private static final Load HOT = new Load(true, 1, MOST_THREADS);
    private static final Load ONE_THREAD_REFUSED = new Load(false, 1, 1);
    private static final Load HOT_REFUSED = new Load(false, 1, MOST_THREADS);
    private static final List<Load> ACCEPTED = List.of(
            ONE_THREAD,
            new Load(true, 1, 8),
            HOT,
            new Load(true, MANY, 1),
            new Load(true, MANY, 8),
            new Load(true, MANY, MOST_THREADS));
    private static final List<Load> REFUSED = List.of(ONE_THREAD_REFUSED, HOT_REFUSED);

    /** One thread may take so many times as long as one that has a trivial script run. */
    private static final double ONE_THREAD_BAR = 1.3;
    /** Against a trivial script by as many connections as threads. */
    private static final double HOT_BAR = 1 / 1.2;

    private static final double HOT_BAR_OF_LOGS = 1;
    private static final double BUCKET4J_BAR = 1 / 20.0;
    private static final double BATCHING_BAR = 1;
    private static final double MOST_P99_MICROS = 5_000;
    private static final double MOST_COMMANDS = 0.15;
    private static final double MOST_SERVER_MICROS = 3;
    private static final double MOST_BYTES_PER_TOKEN = 12;

    private final List<Row> rows = new ArrayList<>();
    private final RedisRounds rounds;

    private RedisRows(RedisRounds rounds) {
        this.rounds = rounds;
    }

    /**
     * Measures.
     *
     * @param folder for the figures themselves
     * @param redisson file with the class path of Redisson
     */
    static List<Row> measure(Path folder, Path redisson, int howOften) throws IOException {
        try (RedisServer server = RedisServer.started();
                RedisRounds rounds = new RedisRounds(server, redisson, howOften);
                RedisConnection connection = server.connect()) {
            RedisRows all = new RedisRows(rounds);
            rounds.warmUp();
            List<Load> loads = new ArrayList<>(ACCEPTED);
            loads.addAll(REFUSED);
            rounds.run(loads);
            all.oneThread();
            all.hotKey();
            all.otherLoads();
            all.refusals();
            all.memory(connection);
            Files.createDirectories(folder);
            Files.write(folder.resolve("redis.csv"), rounds.csv(loads));
            return all.rows;
        }
    }

    private void oneThread() {
        for (Load load : List.of(ONE_THREAD, new Load(true, MANY, 1))) {
            for (String limiter : OURS) {
                // While there is a pace, a call with a key reads two schedules.
                boolean readsTwo = limiter.equals(ENGAGED) && load.keys() > 1;
                time(limiter, load, EVALSHA, readsTwo ? NO_BAR : ONE_THREAD_BAR);
            }
        }
    }

    private void hotKey() {
        for (String limiter : OURS) {
            time(limiter, HOT, EVALSHA, isLog(limiter) ? HOT_BAR_OF_LOGS : HOT_BAR);
        }
        for (String limiter : OURS) {
            time(limiter, HOT, BUCKET4J, BUCKET4J_BAR);
        }
        for (String limiter : OURS) {
            time(limiter, HOT, BATCHING, BATCHING_BAR);
        }
        for (String limiter : OURS) {
            double micros = Row.median(rounds.figures(limiter, HOT, Measured::p99)) / 1e3;
            rows.add(Row.atMost(name(limiter, HOT) + "p99 [us]", micros, MOST_P99_MICROS));
        }
        for (String limiter : OURS) {
            double commands = Row.median(rounds.figures(limiter, HOT, Measured::commands));
            rows.add(Row.atMost(name(limiter, HOT) + "commands per decision", commands, MOST_COMMANDS));
        }
        for (String limiter : OURS) {
            double micros = Row.median(rounds.figures(limiter, HOT, Measured::serverNanos)) / 1e3;
            rows.add(Row.atMost(name(limiter, HOT) + "server time per decision [us]", micros, MOST_SERVER_MICROS));
        }
    }

    private void otherLoads() {
        for (Load load : ACCEPTED) {
            if (load.threads() > 1 && !load.equals(HOT)) {
                for (String limiter : OURS) {
                    time(limiter, load, EVALSHA, NO_BAR);
                }
            }
        }
        for (Load load : ACCEPTED) {
            time(TOKEN_BUCKET, load, PING, NO_BAR);
            for (String other : LIMITERS) {
                if (!load.equals(HOT) || other.equals(REDISSON)) {
                    time(TOKEN_BUCKET, load, other, NO_BAR);
                }
            }
            compare(TOKEN_BUCKET, load, EVALSHA, "p50 [ns]", Measured::p50, NO_BAR);
            compare(TOKEN_BUCKET, load, EVALSHA, "p99 [ns]", Measured::p99, NO_BAR);
        }
    }

    private void refusals() {
        for (Load load : REFUSED) {
            for (String limiter : List.of(TOKEN_BUCKET, THROTTLE, LOG)) {
                for (String other : LIMITERS) {
                    time(limiter, load, other, NO_BAR);
                }
            }
        }
    }

    private void memory(RedisConnection server) throws IOException {
        RedisMemory bucket4j = memory(BUCKET4J, server);
        RedisMemory redisson = memory(REDISSON, server);
        for (String limiter : OURS) {
            if (limiter.equals(THROTTLE)) {
                continue; // its keys are those of a token bucket
            }
            RedisMemory ours = memory(limiter, server);
            bytes(limiter + " against Bucket4j [bytes a key]", ours.perKey(), bucket4j.perKey());
            bytes(limiter + " against Redisson [bytes a key]", ours.perKey(), redisson.perKey());
            bytes(limiter + " against Redisson [bytes an admitted call]", ours.perCall(), redisson.perCall());
            if (isLog(limiter)) {
                String what = "Redis: " + limiter + " from the 1000th admitted call on [bytes a call]";
                rows.add(Row.atMost(what, ours.perCall(), MOST_BYTES_PER_TOKEN));
            }
        }
    }

    private RedisMemory memory(String limiter, RedisConnection server) throws IOException {
        return RedisMemory.of(limiter, rounds.worker(limiter), server);
    }

    private void bytes(String what, double ours, double other) {
        rows.add(new Row("Redis: " + what, ours, other, ours / other, NO_BAR));
    }

    private static boolean isLog(String limiter) {
        return limiter.equals(LOG) || limiter.equals(CELLS);
    }

    private void time(String limiter, Load load, String other, double bar) {
        compare(limiter, load, other, "[ns]", Measured::nanos, bar);
    }

    private void compare(
            String limiter, Load load, String other, String unit, ToDoubleFunction<Measured> figure, double bar) {
        rows.add(Row.ofRounds(
                name(limiter, load) + "against " + other + " " + unit,
                rounds.figures(limiter, load, figure),
                rounds.figures(other, load, figure),
                bar));
    }

    /** Without commas: it goes into a CSV file as it is. */
    private static String name(String limiter, Load load) {
        return String.format(
                Locale.ROOT,
                "Redis: %s%s on %d thread%s and %s ",
                limiter,
                load.accepting() ? "" : " refusing",
                load.threads(),
                load.threads() == 1 ? "" : "s",
                load.keys() == 1 ? "one key" : load.keys() + " keys");
    }
}
