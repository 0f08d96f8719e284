package dev.headgate.it.storms.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.storms.Downstream;
import dev.headgate.it.storms.FleetLimit;
import dev.headgate.it.storms.LimitKind;
import dev.headgate.it.storms.RedisState;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Series;
import dev.headgate.it.storms.Traffic;
import dev.headgate.it.storms.Trouble;
import java.io.File;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shortest storm that real programs can be played: an outage of three seconds that says when it is over. */
class OrderedPauseIT {
    private static final double FROM = 2;
    private static final double TO = 5;

    @TempDir
    Path folder;

    @Test
    void whatOneProcessIsToldAllHeedAndThenComeBackOneByOne() throws Exception {
        Scenario scenario = new Scenario(
                "short",
                8,
                Downstream.USUAL.ofCapacity(40),
                new Trouble(Trouble.Kind.OUTAGE, FROM, TO, Trouble.Hint.SECONDS, 0),
                Traffic.of(2),
                new FleetLimit(LimitKind.LOG, 1),
                RedisState.WELL);
        File agent = new File(System.getProperty("headgate.agent.jar"));

        LiveStorm.Pair live = LiveStorm.play(scenario, agent, folder);

        System.out.println(live);
        Series without = live.without().figures().history().arrived();
        assertThat(between(without, FROM + 0.5, TO))
                .as("each of 32 calls a second, four times")
                .isGreaterThan(4 * 32);
        Series with = live.with().figures().history().arrived();
        assertThat(between(with, FROM + 0.5, TO)).as(live.with().toString()).isZero();
        assertThat(between(with, TO, TO + 1)).as(live.with().toString()).isBetween(5L, 40L);
        assertThat(live.with().figures().herd()).as("arrivals that clap").isLessThan(2);
        assertThat(between(live.with().figures().history().served(), TO + 1, 8))
                .as("what was known of the pace before is little: the fleet had called for two seconds")
                .isGreaterThan(16);
    }

    private static long between(Series series, double from, double to) {
        return Math.round(series.perSecond(from, to, to - from)[0] * (to - from));
    }
}
