package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.CallContext;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PauseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private LocalLedger ledger;
    private ManualBench bench = new ManualBench();

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private void at(Rule... rules) {
        bench = new ManualBench(
                100,
                Runnable::run,
                clock -> {
                    ledger = new LocalLedger(clock);
                    return ledger;
                },
                rules);
    }

    private static RuleBuilder paused(String name) {
        return rule(name).backoff(Backoff.DEFAULT);
    }

    private Outcome acquire() {
        return acquire("a");
    }

    private Outcome acquire(String downstream) {
        return ((RuleThrottle) bench.throttle(downstream)).code(1).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
    }

    private Outcome acquireAs(String tenant) {
        try (CallContext.Scope scope = CallContext.put("tenant", tenant)) {
            return acquire();
        }
    }

    private Request request(String downstream) {
        return requestOf(((RuleThrottle) bench.throttle(downstream)).code(1));
    }

    private static Request requestOf(Demand demand) {
        return Objects.requireNonNull(((Call) demand).request());
    }

    private static Feedback rulePause(int millis) {
        return new Feedback(0, 0, 0, millis * 1_000_000L);
    }

    @Test
    void aPauseOfTheRuleHoldsItsCallsAndThenTheyComeBackOneByOne() {
        at(paused("a").tokenBucket(2, 2, SECOND).wait(SECOND.multipliedBy(3)).build());
        ledger.report(request("a"), rulePause(500));
        assertThat(acquire()).isEqualTo(new Outcome.Admitted(500_000_000));
        assertThat(bench.clock.elapsedMillis()).isEqualTo(500);
        assertThat(acquire()).as("one a second, for none went before").isEqualTo(new Outcome.Admitted(1_000_000_000));
        assertThat(bench.said)
                .containsExactly("a: calls pause, as the other side asked or needs it (headgate.yml:3:3);"
                        + " a call is held for 500 ms. This is told once, later ones are counted");
    }

    @Test
    void aPauseThatIsLongerThanTheWaitRejectsAndSaysSo() {
        at(paused("a").tokenBucket(2, 2, SECOND).build());
        ledger.report(request("a"), rulePause(1500));
        Rejection rejection = ((Outcome.Rejected) acquire()).rejection();
        assertThat(rejection.reason()).isEqualTo(Reason.PAUSED);
        assertThat(rejection.retryAfterMillis()).isEqualTo(1500);
        assertThat(rejection.message())
                .isEqualTo("a: calls pause, as the other side asked or needs it (headgate.yml:3:3);"
                        + " the next call may go in 1500 ms, longer than its wait of 1000 ms");
    }

    @Test
    void ofTwoPausesTheLaterEndHolds() {
        at(paused("a").tokenBucket(2, 2, SECOND).wait(SECOND.multipliedBy(3)).build());
        ledger.report(request("a"), rulePause(800));
        ledger.report(request("a"), rulePause(300));
        assertThat(acquire()).isEqualTo(new Outcome.Admitted(800_000_000));
    }

    @Test
    void aCallThatWakesIntoAPauseAsksAgain() {
        at(paused("a").tokenBucket(1, 1, SECOND).wait(SECOND.multipliedBy(3)).build());
        acquire();
        bench.clock.whileParked(() -> {
            if (bench.clock.elapsedMillis() == 950) {
                ledger.report(request("a"), rulePause(1000));
            }
        });
        assertThat(acquire()).isInstanceOf(Outcome.Admitted.class);
        assertThat(bench.clock.elapsedMillis())
                .as("the token of its first slot is lost")
                .isEqualTo(2000);
    }

    @Test
    void aPauseOfAKeyHoldsNoOther() {
        at(paused("a")
                .context("tenant")
                .tokenBucket(2, 2, SECOND)
                .wait(Duration.ZERO)
                .build());
        for (int i = 0; i < 2; i++) {
            acquireAs("x");
            acquireAs("y");
            bench.clock.advanceMillis(500);
        }
        try (CallContext.Scope scope = CallContext.put("tenant", "x")) {
            Request request = requestOf(((RuleThrottle) bench.throttle("a")).code(1));
            ledger.report(request, new Feedback(0, 1, 400_000_000, 0));
        }
        assertThat(acquireAs("y")).isEqualTo(Outcome.AT_ONCE);
        Rejection rejection = ((Outcome.Rejected) acquireAs("x")).rejection();
        assertThat(rejection.reason()).isEqualTo(Reason.PAUSED);
        bench.clock.advanceMillis(400);
        assertThat(acquireAs("x")).isEqualTo(Outcome.AT_ONCE);
    }

    @Test
    void thePauseOfARuleThatIsChargedAlsoCountsToo() {
        at(
                paused("a")
                        .tokenBucket(5, 5, SECOND)
                        .also("b")
                        .wait(Duration.ZERO)
                        .build(),
                paused("b").tokenBucket(5, 5, SECOND).wait(Duration.ZERO).build());
        ledger.report(request("b"), rulePause(500));
        assertThat(acquire("a")).isInstanceOf(Outcome.Rejected.class);
        ledger.report(request("a"), rulePause(900));
        bench.clock.advanceMillis(600);
        assertThat(acquire("b")).isEqualTo(Outcome.AT_ONCE);
        assertThat(acquire("a")).isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void feedbackAddsUpAndTheLongerPauseHolds() {
        assertThat(Feedback.SUCCEEDED
                        .and(Feedback.OVERLOADED)
                        .and(new Feedback(0, 2, 5, 7))
                        .and(rulePause(0)))
                .isEqualTo(new Feedback(1, 3, 5, 7));
        assertThatThrownBy(() -> new Feedback(0, -1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
