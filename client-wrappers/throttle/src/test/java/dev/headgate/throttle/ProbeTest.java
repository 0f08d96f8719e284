package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A pause that ends with one call that tries. */
class ProbeTest extends PacedRules {
    ProbeTest() {
        super(free("a"));
    }

    private void probe(String rule, long millis) {
        paced.report(paced.demand(rule), new Feedback(0, 1, 0, millis * MILLI, true, 0));
    }

    @Test
    void afterAPauseThatWasCutShortOneCallTriesAndTheOthersComeWhenItWasServed() {
        probe("a", 500);
        paced.served("a", 1);
        assertThat(paced.pace("a").pausedNanos())
                .as("an answer from before the pause ends nothing")
                .isEqualTo(500 * MILLI);
        paced.call(paced.demand("a"));
        Scheduled second = paced.call(paced.demand("a"));
        assertThat(Objects.requireNonNull(second.rejection()).retryAfterMillis())
                .isEqualTo(10_500);
        advance(500);
        assertThat(paced.gone).as("the lease is not held against who has it").containsExactly(500 * MILLI);
        advance(200);
        assertThat(goesAtOnce(paced.demand("a"))).isFalse();
        paced.served("a", 1);
        assertThat(paced.pace("a").pausedNanos()).isZero();
        paced.gone.clear();
        paced.call(paced.demand("a"));
        advance(1_000);
        assertThat(paced.gone).hasSize(1);
        assertThat(paced.gone.get(0)).as("paced from the one that tried on").isBetween(1_400 * MILLI, 1_500 * MILLI);
    }

    @Test
    void ifTheOneThatTriesIsNotHeardOfTheNextOneTriesAndNothingIsSettledBefore() {
        paced = new PacedBench(free("a").wait(Duration.ofMinutes(1)).build());
        paced.warmUp("a", 10, 10);
        probe("a", 500);
        for (int i = 0; i < 3; i++) {
            paced.call(paced.demand("a"));
        }
        advance(20_000);
        assertThat(paced.gone).containsExactly(10_500 * MILLI, 20_500 * MILLI);
        advance(300);
        assertThat(paced.pace("a").engaged()).as("the trouble is not over").isTrue();
        paced.served("a", 1);
        assertThat(paced.pace("a").engaged()).isTrue();
        assertThat(goesAtOnce(paced.demand("a")))
                .as("behind one that has a slot")
                .isFalse();
    }

    @Test
    void aKeyTriesForItself() {
        paced = new PacedBench(free("a").context("tenant").wait(Duration.ZERO).build());
        for (int i = 0; i < 10; i++) {
            paced.call(paced.demandOf("a", "y"));
        }
        advance(1_000);
        Demand x = paced.demandOf("a", "x");
        Demand y = paced.demandOf("a", "y");
        paced.report(x, new Feedback(0, 1, 500 * MILLI, 0, true, 0));
        assertThat(goesAtOnce(x)).isFalse();
        assertThat(goesAtOnce(y)).isTrue();
        advance(500);
        assertThat(goesAtOnce(x)).isTrue();
        advance(500);
        assertThat(goesAtOnce(x)).isFalse();
        paced.report(y, Feedback.SUCCEEDED);
        assertThat(goesAtOnce(x)).as("another key").isFalse();
        paced.report(x, Feedback.SUCCEEDED);
        assertThat(goesAtOnce(x)).isTrue();
        assertThat(paced.pace("a").pausedNanos()).isZero();
    }
}
