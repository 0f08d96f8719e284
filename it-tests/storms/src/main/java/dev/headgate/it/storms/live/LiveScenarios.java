package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Downstream;
import dev.headgate.it.storms.LimitKind;
import dev.headgate.it.storms.RedisState;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Scenarios;
import java.util.List;

/** Storms that a small machine can play to real programs: four of them, a fifth of the usual capacity, a third of the time. */
final class LiveScenarios {
    private static final int PROCESSES = 4;
    private static final int CAPACITY = 40;
    private static final int SECONDS = 100;
    private static final double FROM = 20;
    private static final double TO = 45;

    private LiveScenarios() {}

    static List<Scenario> all() {
        Scenario brownout = live("live-brownout", Scenarios.BROWNOUT);
        return List.of(
                brownout,
                brownout.named("-no-limit").limit(LimitKind.NONE, 1),
                brownout.named("-redis-dead").redis(RedisState.DEAD),
                live("live-outage-retry-after", Scenarios.OUTAGE_RETRY_AFTER),
                live("live-outage", Scenarios.OUTAGE));
    }

    private static Scenario live(String name, Scenario storm) {
        return new Scenario(
                name,
                SECONDS,
                Downstream.USUAL.ofCapacity(CAPACITY),
                storm.trouble().between(FROM, TO),
                storm.traffic().withProcesses(PROCESSES),
                storm.limit(),
                storm.redis());
    }
}
