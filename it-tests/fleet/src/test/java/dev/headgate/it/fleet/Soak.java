package dev.headgate.it.fleet;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.it.support.redis.Signals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Four programs under the agent with one limit on one Redis, offered twice of it, while Redis and the programs are killed and
 * paused at random. What arrives is counted by the server that they call. Arguments: {@code MINUTES SEED FOLDER}; seed 0 is one
 * that is chosen and printed. Ends with a line and 0 if all bounds held, else 1.
 */
final class Soak {
    private static final int LIMIT = 100;
    private static final int PROCESSES = 4;
    private static final int TIMEOUT_MILLIS = 200;
    private static final double FIRST = 5;
    private static final double QUIET = 6;

    private final RedisServer redis = RedisServer.started();
    private final SoakAccount account = new SoakAccount(LIMIT);
    private final List<RunningJvm> live = new ArrayList<>();
    private final Random random;
    private final double seconds;
    private final AgentFleet fleet;

    private Soak(double seconds, long seed, Path folder) throws IOException {
        this.seconds = seconds;
        this.random = new Random(seed);
        String block = Member.at(redis.port(), TIMEOUT_MILLIS) + ", expected-processes: " + PROCESSES;
        this.fleet = new AgentFleet(folder, block, "{limits: [" + LIMIT + "/s], wait: 1s}");
    }

    public static void main(String[] args) throws IOException {
        long seed = Long.parseLong(args[1]);
        seed = seed == 0 ? System.nanoTime() & 0xFFFFFF : seed;
        System.out.println("soak: " + args[0] + " min, seed " + seed);
        Soak soak = new Soak(60 * Double.parseDouble(args[0]), seed, Path.of(args[2]));
        String verdict;
        try {
            verdict = soak.run();
        } finally {
            soak.fleet.close();
            soak.redis.close();
        }
        System.out.println("soak: " + verdict);
        System.exit(verdict.startsWith("PASS") ? 0 : 1);
    }

    private String run() {
        for (int i = 0; i < PROCESSES; i++) {
            live.add(fleet.start(2 * LIMIT / PROCESSES, seconds));
        }
        Stalls.now();
        fleet.go();
        Pause.of(of(FIRST));
        while (fleet.now() < seconds - QUIET) {
            trouble();
            Pause.of(of(3 + 5 * random.nextDouble()));
        }
        Pause.of(of(Math.max(0, seconds - fleet.now())));
        for (RunningJvm program : live) {
            assertWell(program);
        }
        List<String> forEver = KeyScan.withoutTtl(redis, "*");
        if (!forEver.isEmpty()) {
            account.fault("keys without a TTL " + forEver);
        }
        // A machine that stands still is to a program as a Redis that does.
        for (Stalls.Stall stall : Stalls.longerThan(Duration.ofMillis(TIMEOUT_MILLIS / 2))) {
            account.trouble("machine stood still", fleet.second(stall.from()), fleet.second(stall.to()), 0);
        }
        return account.verdict(fleet, seconds);
    }

    // What each may cost: the shares begin with what is left of none, and a Redis that is empty with a bucket of its
    // own.
    private void trouble() {
        double from = fleet.now();
        switch (random.nextInt(6)) {
            case 0 -> {
                redis.kill9();
                Pause.of(of(0.5 + 3.5 * random.nextDouble()));
                redis.start();
                note("Redis killed", from, 2 + (fleet.now() - from) / 3);
            }
            case 1 -> {
                redis.pause();
                Pause.of(of(0.2 + 2.8 * random.nextDouble()));
                redis.resume();
                note("Redis paused", from, 2 + (fleet.now() - from) / 3);
            }
            case 2 -> {
                redis.call("SCRIPT", "FLUSH");
                note("scripts forgotten", from, 0);
            }
            case 3 -> {
                redis.call("FLUSHALL");
                note("state lost", from, 1);
            }
            case 4 -> {
                RunningJvm program = live.get(random.nextInt(PROCESSES));
                Signals.send("STOP", program.pid());
                Pause.of(of(0.2 + 1.8 * random.nextDouble()));
                Signals.send("CONT", program.pid());
                note("process paused", from, 1);
            }
            default -> {
                live.remove(random.nextInt(PROCESSES)).close();
                RunningJvm next = fleet.start(2 * LIMIT / PROCESSES, Math.max(1, seconds - from - 2));
                AgentFleet.awaitReady(next);
                next.tell("go");
                live.add(next);
                note("process killed", from, 0);
            }
        }
    }

    private void note(String kind, double from, double buckets) {
        account.trouble(kind, from, fleet.now(), buckets);
    }

    private void assertWell(RunningJvm program) {
        Ended ended = program.await(Duration.ofSeconds(30));
        if (ended.exitCode() != 0 || !ended.facts("broken").isEmpty()) {
            account.fault("a program met what it must not: " + ended.facts("broken"));
        }
        ended.report();
        long longest = ended.facts("calls").get(0).number("longest-ms");
        if (longest > 1_000 + 2_000 + 500) {
            account.fault("a call took " + longest + " ms, stops of its process among them");
        }
    }

    private static Duration of(double seconds) {
        return Duration.ofMillis((long) (1_000 * seconds));
    }
}
