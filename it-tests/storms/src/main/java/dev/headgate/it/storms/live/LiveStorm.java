package dev.headgate.it.storms.live;

import dev.headgate.it.storms.LimitKind;
import dev.headgate.it.storms.RedisState;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** One scenario, played to two fleets of the same programs at the same time: one without Headgate, one with its agent. */
final class LiveStorm {
    private static final long SEED = 1;

    // The simulated store is away as long.
    private static final Duration REDIS_IS_DEAD = Duration.ofSeconds(30);

    // Calls that warmed the programs up are not to be in the limit's last period any more.
    private static final Duration PERIOD = Duration.ofMillis(1_200);

    private LiveStorm() {}

    /** What came of both fleets. */
    record Pair(LiveResult without, LiveResult with) {
        /** Returns what explains the figures. */
        String remarks() {
            return "  attempts met, without: " + without.met() + "\n  attempts met, with:    " + with.met()
                    + "\n  a thread was kept waiting by the machine for at most "
                    + Math.max(without.stallMillis(), with.stallMillis()) + " ms\n";
        }
    }

    /**
     * Plays it.
     *
     * @param agent the agent's jar
     * @param folder for files that the programs read
     */
    static Pair play(Scenario scenario, File agent, Path folder) throws IOException {
        if (!agent.isFile()) {
            throw new IOException("Not built: " + agent);
        }
        try (RedisServer redis = RedisServer.started()) {
            File file = Files.createTempFile(folder, "headgate", ".yml").toFile();
            Files.writeString(file.toPath(), yaml(scenario, redis));
            LiveFleet.AgentFile its = new LiveFleet.AgentFile(agent, file);
            try (LiveFleet without = new LiveFleet(scenario, Optional.empty(), folder, SEED);
                    LiveFleet with = new LiveFleet(scenario, Optional.of(its), folder, SEED)) {
                without.awaitReady();
                with.awaitReady();
                Pause.of(PERIOD);
                without.begin();
                with.begin();
                if (scenario.redis() == RedisState.DEAD) {
                    Pause.of(
                            Duration.ofMillis((long) (1_000 * scenario.trouble().from())));
                    redis.kill9();
                    Pause.of(REDIS_IS_DEAD);
                    redis.start();
                }
                return new Pair(without.await(), with.await());
            }
        }
    }

    private static String yaml(Scenario scenario, RedisServer redis) {
        long perSecond =
                Math.round(scenario.limit().ofCapacity() * scenario.downstream().capacity());
        String limits = scenario.limit().kind() == LimitKind.NONE ? "{limits: []}" : perSecond + "/s";
        return "redis: {uri: '" + redis.uri() + "', timeout: 200ms, expected-processes: "
                + scenario.traffic().processes() + "}\ndownstreams:\n  " + LiveFleet.HOST + ": " + limits + "\n";
    }
}
