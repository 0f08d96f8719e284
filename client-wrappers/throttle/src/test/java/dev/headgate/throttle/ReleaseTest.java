package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.RuleBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How calls come back after a pause, whatever limits their rule has. */
class ReleaseTest extends PacedRules {
    ReleaseTest() {
        super(patient("a"));
    }

    static List<UnaryOperator<RuleBuilder>> kinds() {
        return List.of(
                rule -> rule,
                rule -> rule.tokenBucket(1_000, 1_000, SECOND),
                rule -> rule.fixedWindow(1_000, SECOND),
                rule -> rule.log(1_000, SECOND),
                rule -> rule.limit(
                        "counter",
                        Bandwidth.builder().slidingWindowCounter(1_000, SECOND).build()),
                rule -> rule.limit(
                        "queue",
                        Bandwidth.builder()
                                .leakyBucket(1_000, SECOND)
                                .depth(100_000)
                                .build()),
                rule -> rule.limit(
                        "meter",
                        Bandwidth.builder()
                                .leakyBucket(1_000, SECOND)
                                .depth(1_000)
                                .meter()
                                .build()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void callsComeBackOneByOneAtWhatWentBefore(UnaryOperator<RuleBuilder> limits) {
        paced = new PacedBench(limits.apply(patient("a")).build());
        paced.warmUp("a", 100, 10);
        paced.pause("a", 500);
        Pace pace = paced.pace("a");
        // 1,000 calls in the ten seconds before, of which those that count cover the last nine.
        assertThat(pace.milli()).isBetween(100_000L, 101_000L);
        assertThat(pace).isEqualTo(new Pace(true, pace.milli(), pace.milli(), 500 * MILLI));
        call("a", 40);
        assertThat(paced.gone).isEmpty();
        paced.bench.clock.advanceMillis(2_000);
        assertEvery(gap(pace), 10_500 * MILLI, 40);
    }

    @Test
    void oneSecondIsTheLeastWhereHardlyAnythingWentBefore() {
        paced.pause("a", 500);
        assertThat(paced.pace("a")).isEqualTo(new Pace(true, 1_000, 1_000, 500 * MILLI));
        call("a", 4);
        paced.bench.clock.advanceMillis(5_000);
        assertEvery(1_000 * MILLI, 500 * MILLI, 4);
    }

    @Test
    void noMoreThanTheTightestLimitComesBack() {
        paced = new PacedBench(patient("a").tokenBucket(100, 10, SECOND).build());
        call("a", 100);
        paced.pause("a", 500);
        assertThat(paced.pace("a").milli()).isEqualTo(10_000);
    }

    @Test
    void aSlowKeyDoesNotHoldTheOthersBack() {
        paced = new PacedBench(
                patient("a").context("tenant").tokenBucket(1, 1, SECOND).build());
        for (int i = 0; i < 10; i++) {
            for (int tenant = 0; tenant < 20; tenant++) {
                paced.call(paced.demandOf("a", "t" + tenant));
            }
            paced.bench.clock.advanceMillis(1_000);
        }
        paced.gone.clear();
        paced.pause("a", 200);
        Pace pace = paced.pace("a");
        assertThat(pace.milli()).isBetween(19_000L, 23_000L);
        for (int i = 0; i < 5; i++) {
            paced.call(paced.demandOf("a", "slow"));
        }
        for (int tenant = 0; tenant < 10; tenant++) {
            paced.call(paced.demandOf("a", "t" + tenant));
        }
        paced.bench.clock.advanceMillis(1_150);
        assertThat(paced.gone).as("the slow one's first, and all others").hasSize(11);
        for (int i = 1; i < 11; i++) {
            assertThat(paced.gone.get(i) - paced.gone.get(i - 1)).isGreaterThanOrEqualTo(gap(pace));
        }
        paced.bench.clock.advanceMillis(10_000);
        assertThat(paced.gone).hasSize(15);
        assertThat(paced.rejected).isEmpty();
    }

    @Test
    void slotsThatWereGivenBackAreGivenAgain() {
        paced.warmUp("a", 10, 10);
        paced.pause("a", 1_000);
        long gap = gap(paced.pace("a"));
        call("a", 2);
        Scheduled third = paced.call(paced.demand("a"));
        Scheduled fourth = paced.call(paced.demand("a"));
        assertThat(fourth.cancel()).isTrue();
        assertThat(third.cancel()).isTrue();
        call("a", 3);
        paced.bench.clock.advanceMillis(2_000);
        assertEvery(gap, 11_000 * MILLI, 5);
    }

    @Test
    void whatWasGivenBackDoesNotCountAsWhatWentBefore() {
        paced = new PacedBench(
                patient("a").tokenBucket(1, 1, Duration.ofMillis(1)).build());
        List<Scheduled> waiting = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            waiting.add(paced.call(paced.demand("a")));
        }
        waiting.stream().skip(5).forEach(Scheduled::cancel);
        paced.bench.clock.advanceMillis(1_000);
        paced.pause("a", 100);
        assertThat(paced.pace("a").milli()).isEqualTo(5_000);
    }

    @Test
    void debtsCountAndTakeTheirTurn() {
        for (int i = 0; i < 10; i++) {
            paced.demand("a").owe();
        }
        paced.bench.clock.advanceMillis(1_000);
        paced.overloaded("a", 10);
        assertThat(paced.pace("a").beforeMilli()).isZero();
        paced.pause("a", 1);
        assertThat(paced.pace("a").milli()).isEqualTo(10_000);
        paced.bench.clock.advanceMillis(1);
        paced.demand("a").owe();
        call("a", 1);
        paced.bench.clock.advanceMillis(1_000);
        assertEvery(0, 1_101 * MILLI, 1);
    }

    @Test
    void aCallThatWakesLateAsksAgainThoughNoLimitHasAPeriod() {
        paced.pause("a", 100);
        Demand demand = paced.demand("a");
        paced.bench.clock.oversleepOnce(160 * MILLI);
        assertThat(demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER)).isInstanceOf(Outcome.Admitted.class);
        assertThat(paced.millis())
                .as("its slot was lost, the next one comes a second later")
                .isEqualTo(1_100);
    }

    @Test
    void aPauseThatComesWhileOneIsWaitedForIsHeeded() {
        paced.pause("a", 100);
        call("a", 3);
        paced.bench.clock.advanceMillis(50);
        paced.pause("a", 3_000);
        paced.bench.clock.advanceMillis(10_000);
        assertEvery(1_000 * MILLI, 3_050 * MILLI, 3);
    }
}
