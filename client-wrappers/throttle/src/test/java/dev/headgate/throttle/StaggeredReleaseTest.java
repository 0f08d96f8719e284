package dev.headgate.throttle;

import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** That processes which were told the same instant do not come back in one. */
class StaggeredReleaseTest extends PacedRules {
    StaggeredReleaseTest() {
        super(patient("a"));
    }

    /** Arrivals in the first 100 ms at a downstream that told 50 processes the same instant. */
    private int herd(@Nullable RandomGenerator random) {
        int first = 0;
        for (int process = 0; process < 50; process++) {
            paced = new PacedBench(random, patient("a").build());
            paced.warmUp("a", 4, 10);
            paced.pause("a", 30_000);
            paced.pause("a", 30_000);
            assertThat(paced.pace("a").milli()).isBetween(4_000L, 4_500L);
            call("a", 20);
            paced.bench.clock.advanceMillis(60_000);
            assertThat(paced.gone).hasSize(20);
            assertThat(paced.gone.get(0)).isGreaterThanOrEqualTo(40_000 * MILLI);
            first += (int) paced.gone.stream().filter(at -> at < 40_100 * MILLI).count();
            paced.bench.assertAddsUp();
        }
        return first;
    }

    @Test
    void manyProcessesThatWereToldTheSameInstantDoNotComeBackInOne() {
        assertThat(herd(new Random(1)))
                .as("1 + 1.5 times the pace of all times 0.1 s")
                .isLessThanOrEqualTo(31)
                .isGreaterThanOrEqualTo(9);
        assertThat(herd(null)).as("else they do").isEqualTo(50);
    }

    private long end(Backoff backoff, long pauseMillis, RandomGenerator random) {
        paced = new PacedBench(random, patient("a").backoff(backoff).build());
        paced.warmUp("a", 1, 5);
        paced.pause("a", pauseMillis);
        call("a", 1);
        paced.bench.clock.advanceMillis(60_000);
        paced.bench.assertAddsUp();
        return paced.gone.get(0) - 5_000 * MILLI;
    }

    @Test
    void whereNobodyElseIsKnownAPauseEndsLateOnlyByATenthAndOnlyIfTheRuleHasJitter() {
        RandomGenerator last = () -> 2 * 999_999;
        assertThat(last.nextLong(1_000_000)).isEqualTo(999_999);
        assertThat(end(Backoff.DEFAULT, 1_000, last)).isEqualTo(1_099_999_900);
        assertThat(end(Backoff.DEFAULT, 30_000, last))
                .as("a second from call to call")
                .isEqualTo(30_999_999_000L);
        Backoff exact = new Backoff(
                Backoff.DEFAULT.signals(), 300_000 * MILLI, 0, 200, 30_000 * MILLI, Backoff.Jitter.NONE, true);
        assertThat(end(exact, 1_000, last)).isEqualTo(1_000 * MILLI);
    }
}
