package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.signal.SignalTerms;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is different where a decision is a trip. */
class FarLedgerTest extends FarCalls {
    @Test
    void aCallAsksOnceWithAllThePatienceThatIsLeft() {
        assertThat(acquire()).isInstanceOf(Outcome.Admitted.class);
        assertThat(acquire()).isEqualTo(new Outcome.Admitted(1_000_000_000));
        assertThat(ledger.trips).containsExactly("decide within 3000", "decide within 3000");
        assertThat(bench.said).hasSize(1).first().asString().startsWith("a: bucket of 1 is used up");
    }

    @Test
    void aCallThatTakesFromTwoFullBudgetsAsksForTheSecondAsSoonAsItHasLooked() {
        bench = bench(
                bucket().also("b").build(), rule("b").tokenBucket(1, 1, SECOND).build());
        acquire();
        ledger.trips.clear();
        ledger.way = () -> bench.clock.advanceMillis(2);
        assertThat(acquire()).isEqualTo(new Outcome.Admitted(1_002_000_000));
        assertThat(ledger.trips).containsExactly("decide within 3000", "look", "look", "decide within 1042");
    }

    @Test
    void theCallsOwnTimeoutIsPartOfItsPatience() {
        acquire();
        Outcome outcome = demand().acquire(null, 400_000_000, Cancellation.NEVER);
        assertThat(ledger.trips).endsWith("decide within 400");
        assertThat(((Outcome.Rejected) outcome).rejection().reason()).isEqualTo(Reason.DEADLINE);
    }

    @Test
    void aCallIsInTheQueueBeforeItAsks() {
        bench = bench(bucket().queue(1).build());
        schedule();
        runPool();
        schedule().onSlot(tell("waits"));
        runPool();
        assertThat(bench.tally("a").waiting()).isEqualTo(1);
        Outcome outcome = acquire();
        assertThat(ledger.trips).endsWith("decide within 0").hasSize(3);
        assertThat(((Outcome.Rejected) outcome).rejection().reason()).isEqualTo(Reason.QUEUE_FULL);
        assertThat(((Outcome.Rejected) outcome).rejection().retryAfterMillis()).isEqualTo(2000);
    }

    @Test
    void aCallWithoutAPlaceStillGoesIfItNeedNotWait() {
        bench = bench(bucket().queue(0).build());
        assertThat(acquire()).isEqualTo(Outcome.AT_ONCE);
        assertThat(acquire()).isInstanceOf(Outcome.Rejected.class);
        assertThat(ledger.trips).containsExactly("decide within 0", "decide within 0");
    }

    @Test
    void aRuleThatDoesNotWaitNeedsNoPlace() {
        bench = bench(bucket().queue(0).wait(Duration.ZERO).build());
        acquire();
        Outcome outcome = acquire();
        assertThat(((Outcome.Rejected) outcome).rejection().reason()).isEqualTo(Reason.LIMIT);
        assertThat(ledger.trips).containsExactly("decide within 0", "decide within 0");
    }

    @Test
    void closedMeansThatNobodyWaitsAndWhoNeedNotStillGoes() {
        bench.machinery.close();
        assertThat(acquire()).isEqualTo(Outcome.AT_ONCE);
        Rejection rejection = ((Outcome.Rejected) acquire()).rejection();
        assertThat(rejection.message()).contains("Headgate was closed").endsWith("may go in 1000 ms");
    }

    @Test
    void debtIsChargedOnThePool() {
        demand().owe();
        assertThat(ledger.trips).isEmpty();
        runPool();
        assertThat(ledger.trips).containsExactly("owe");
        assertThat(bench.tally("a")).returns(1L, Tally::owed).returns(1L, Tally::admitted);
    }

    @Test
    void whatIsOnlyObservedHoldsNobodyForATrip() {
        bench = bench(bucket().mode(Mode.OBSERVE).build());
        for (int i = 0; i < 5; i++) {
            assertThat(acquire()).isEqualTo(Outcome.AT_ONCE);
        }
        assertThat(ledger.trips).isEmpty();
        runPool();
        assertThat(ledger.trips).hasSize(5).containsOnly("decide within 3000");
        assertThat(bench.tally("a"))
                .returns(3L, Tally::wouldHold)
                .returns(1L, Tally::wouldReject)
                .returns(5L, Tally::admitted);
    }

    @Test
    void whatCouldNotBeDecidedAndGoesCountsAsFailedOpen() {
        ledger.says = Answer.UNDECIDED;
        assertThat(acquire()).isInstanceOf(Outcome.Admitted.class);
        schedule().onSlot(tell("x"));
        runPool();
        assertThat(events).containsExactly("x goes at 0");
        assertThat(bench.tally("a")).returns(2L, Tally::failedOpen).returns(0L, Tally::admitted);
    }

    @Test
    void whatCouldNotBeDecidedAndMayNotGoSaysSo() {
        ledger.says = new Answer.Refusal(700_000_000, 0, null, Answer.Cause.STORE);
        Rejection rejection = ((Outcome.Rejected) acquire()).rejection();
        assertThat(rejection.message())
                .isEqualTo("a: bucket of 1 is kept on Redis, which does not answer (on-failure: deny)"
                        + " (headgate.yml:3:3); the next call may go in 700 ms");
        assertThat(rejection.retryAfterMillis()).isEqualTo(700);
    }

    @Test
    void aCallThatMayNotWaitAsksFirstAndOwesOnlyWhatNoPauseForbids() {
        bench = bench(bucket().backoff(Backoff.DEFAULT).build());
        assertThat(demand().goOrOwe(null, Long.MAX_VALUE)).isNull();
        assertThat(ledger.trips).containsExactly("decide within 3000");
        assertThat(demand().goOrOwe(null, Long.MAX_VALUE)).isNull();
        runPool();
        assertThat(ledger.trips).containsExactly("decide within 3000", "decide within 3000", "cancel", "owe");
        ledger.report(((Call) demand()).request(), new Feedback(0, 1, 0, 1_500_000_000));
        ledger.trips.clear();
        Rejection rejection = demand().goOrOwe(null, Long.MAX_VALUE);
        assertThat(rejection.reason()).isEqualTo(Reason.PAUSED);
        assertThat(rejection.retryAfterMillis()).isEqualTo(1_500);
        runPool();
        assertThat(ledger.trips).containsExactly("decide within 3000", "cancel");
    }

    private void answered(int status) {
        demand().answered(
                        HttpCall.READER,
                        HttpCall.of("GET", "http://api.test/"),
                        HttpAnswer.READER,
                        HttpAnswer.of(status));
    }

    @Test
    void aPauseOfOurOwnIsToldWhenItIsKnownThatItBegan() {
        Backoff exact = new Backoff(
                SignalTerms.DEFAULT, 300_000_000_000L, 500_000_000, 200, 500_000_000, Backoff.Jitter.NONE, true);
        bench = bench(bucket().backoff(exact).build());
        ledger.tellsLater = true;
        answered(503);
        assertThat(bench.said).isEmpty();
        ledger.tell();
        bench.clock.advanceMillis(100);
        assertThat(acquire()).isEqualTo(new Outcome.Admitted(400_000_000));
        assertThat(bench.said)
                .containsExactly(
                        "HG-501 a: the other side answered 503 and did not say for how long; no call goes for 400 ms",
                        "a: the other side answered 503 and did not say for how long (headgate.yml:3:3); a call is held"
                                + " for 400 ms. This is told once, later ones are counted");
        answered(503);
        bench.clock.advanceMillis(500);
        ledger.tell();
        answered(200);
        assertThat(bench.said).as("it never began here").hasSize(2);
    }
}
