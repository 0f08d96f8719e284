package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.ManualClock;
import dev.headgate.throttle.Outcome.Admitted;
import dev.headgate.throttle.Outcome.Rejected;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AcquireTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MILLI = 1_000_000;

    private ManualBench bench = new ManualBench();

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private Outcome acquire(String name) {
        return acquire(name, null, Long.MAX_VALUE);
    }

    private Outcome acquire(String name, Patience patience, long deadlineNanos) {
        return demand(name).acquire(patience, deadlineNanos, Cancellation.NEVER);
    }

    private Demand demand(String name) {
        return ((RuleThrottle) bench.throttle(name)).code(1);
    }

    private static Rejection rejection(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Rejected.class);
        return ((Rejected) outcome).rejection();
    }

    @Test
    void aCallThatMayGoIsAnsweredByTheOneSharedOutcome() {
        bench = new ManualBench(rule("a").tokenBucket(2, 1, SECOND).build());
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        assertThat(demand("a")).isSameAs(demand("a"));
    }

    @Test
    void aCallThatMustWaitGoesExactlyAtItsSlot() {
        bench = new ManualBench(rule("a").tokenBucket(1, 1, SECOND).build());
        acquire("a");
        bench.clock.advance(1);
        assertThat(acquire("a")).isEqualTo(new Admitted(SECOND.toNanos() - 1));
        assertThat(bench.clock.elapsed()).isEqualTo(SECOND.toNanos());
        assertThat(bench.tally("a"))
                .returns(2L, Tally::admitted)
                .returns(1L, Tally::held)
                .returns(SECOND.toNanos() - 1, Tally::longestWaitNanos);
    }

    @Test
    void aTurnThatComesTooLateBehindTheLineIsToldApartFromASlotThatIsTooFar() {
        bench = new ManualBench(rule("a").log(10, SECOND).build());
        for (int i = 0; i < 10; i++) {
            acquire("a");
        }
        demand("a").schedule(null, Long.MAX_VALUE);
        Rejection rejection = rejection(acquire("a"));
        assertThat(rejection.retryAfterMillis()).isEqualTo(1000);
        assertThat(rejection.message())
                .endsWith(
                        "the next call may go in 1000 ms, but behind those that wait already the turn would come later "
                                + "than the 1000 ms that are left of its wait");
    }

    @Test
    @DisplayName("A08 a slot that is further than the rule's wait is refused at once and spends nothing")
    void refusesWhatIsTooFar() {
        bench = new ManualBench(
                rule("api.test").tokenBucket(1, 1, Duration.ofSeconds(10)).build());
        acquire("api.test");
        for (int i = 0; i < 3; i++) {
            Rejection rejection = rejection(acquire("api.test"));
            assertThat(rejection.reason()).isEqualTo(Reason.LIMIT);
            assertThat(rejection.retryAfterMillis()).isEqualTo(10_000);
            assertThat(rejection.message())
                    .isEqualTo("api.test: bucket of 1 is used up (headgate.yml:3:3); the next call may go in 10000 ms, "
                            + "longer than its wait of 1000 ms");
        }
        assertThat(bench.clock.elapsed()).isZero();
        bench.clock.advanceMillis(9_500);
        assertThat(acquire("api.test")).isEqualTo(new Admitted(500 * MILLI));
    }

    @Test
    @DisplayName(
            "A08 a slot within the rule's wait but past the call's own timeout is refused at once, as past the deadline")
    void refusesWhatIsPastTheDeadline() {
        bench = new ManualBench(rule("a").tokenBucket(1, 1, SECOND).build());
        acquire("a");
        Rejection rejection = rejection(acquire("a", null, 300 * MILLI));
        assertThat(rejection.reason()).isEqualTo(Reason.DEADLINE);
        assertThat(rejection.retryAfterMillis()).isEqualTo(1000);
        assertThat(rejection.message()).endsWith("and the call's own timeout leaves it 300 ms to wait");
        assertThat(bench.clock.elapsed()).isZero();
        assertThat(acquire("a")).isEqualTo(new Admitted(SECOND.toNanos()));
    }

    @Test
    void aDeadlineIsNotBlamedForAWaitThatTheRuleForbidsAnyway() {
        bench = new ManualBench(
                rule("a").tokenBucket(1, 1, Duration.ofSeconds(5)).build());
        acquire("a");
        assertThat(rejection(acquire("a", null, 300 * MILLI)).reason()).isEqualTo(Reason.LIMIT);
    }

    @Test
    void theHopsOfOneProgramCallShareOneWait() {
        bench = new ManualBench(rule("a")
                .tokenBucket(1, 10, SECOND)
                .wait(Duration.ofMillis(250))
                .build());
        Patience patience = new Patience();
        acquire("a", patience, Long.MAX_VALUE);
        assertThat(acquire("a", patience, Long.MAX_VALUE)).isEqualTo(new Admitted(100 * MILLI));
        assertThat(acquire("a", patience, Long.MAX_VALUE)).isEqualTo(new Admitted(100 * MILLI));
        Rejection rejection = rejection(acquire("a", patience, Long.MAX_VALUE));
        assertThat(rejection.reason()).isEqualTo(Reason.LIMIT);
        assertThat(rejection.message()).endsWith("longer than the 50 ms that are left of its wait of 250 ms");
    }

    @Test
    void aWaitOfWhichNothingToSpeakOfIsSpentIsNamedOnce() {
        bench = new ManualBench(
                rule("a").tokenBucket(1, 1, SECOND).wait(Duration.ofMillis(250)).build());
        Patience patience = new Patience();
        patience.spend(1_000);
        acquire("a");
        assertThat(rejection(acquire("a", patience, Long.MAX_VALUE)).message())
                .endsWith("the next call may go in 1000 ms, longer than its wait of 250 ms");
    }

    @Test
    void theTimeToComeBackIsRoundedUpToWholeMilliseconds() {
        bench = new ManualBench(
                rule("a").tokenBucket(1, 3, SECOND).wait(Duration.ZERO).build());
        acquire("a");
        Rejection first = rejection(acquire("a"));
        assertThat(first.retryAfterMillis()).isEqualTo(334);
        assertThat(first.message()).endsWith("the next call may go in 334 ms, and its calls do not wait (wait: 0)");
        bench.clock.advance(333_333_333);
        assertThat(rejection(acquire("a")).retryAfterMillis()).isEqualTo(1);
        bench.clock.advance(1);
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
    }

    @Test
    @DisplayName("A15 a wait without end waits as long as needed")
    void waitsForEver() {
        bench = new ManualBench(rule("a")
                .tokenBucket(1, 1, Duration.ofMillis(100))
                .wait(Duration.ofSeconds(Long.MAX_VALUE))
                .build());
        acquire("a");
        assertThat(acquire("a")).isEqualTo(new Admitted(100 * MILLI));
        assertThat(acquire("a", null, Long.MAX_VALUE)).isEqualTo(new Admitted(100 * MILLI));
    }

    @Test
    @DisplayName("A23 a cost that could never go is an error at once, and takes nothing")
    void refusesImpossibleCosts() throws Exception {
        bench = new ManualBench(rule("a").tokenBucket(1, 1, SECOND).build());
        assertThatThrownBy(() -> bench.throttle("a").acquire(5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "a: a call of 5 tokens could never go, bucket of 1 (headgate.yml:3:3) never lets more than 1 "
                                + "go at once");
        assertThatThrownBy(() -> bench.throttle("a").acquire(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bench.throttle("a").acquire(-1)).isInstanceOf(IllegalArgumentException.class);
        bench.throttle("a").acquire();
        assertThat(bench.clock.elapsed()).isZero();
    }

    @Test
    void aProgramThatAsksByItselfGetsTheRejectionAsAnException() throws Exception {
        bench = new ManualBench(rule("a").log(3, SECOND).wait(Duration.ZERO).build());
        bench.throttle("a").acquire(2);
        assertThat(bench.throttle("a").tryAcquire()).isTrue();
        assertThat(bench.throttle("a").tryAcquire()).isFalse();
        RateLimitedIOException rejected = catchThrowableOfType(
                RateLimitedIOException.class, () -> bench.throttle("a").acquire());
        assertThat(rejected.downstream()).isEqualTo("a");
        assertThat(rejected.reason()).isEqualTo(Reason.LIMIT);
        assertThat(rejected.retryAfter()).isEqualTo(SECOND);
    }

    @Test
    void aCallThatOnlyTriesNeverWaits() {
        bench = new ManualBench(rule("a").tokenBucket(1, 1, SECOND).build());
        assertThat(bench.throttle("a").tryAcquire()).isTrue();
        assertThat(bench.throttle("a").tryAcquire()).isFalse();
        assertThat(bench.clock.elapsed()).isZero();
    }

    @Test
    void whatIsOwedIsPaidByLaterCalls() {
        bench = new ManualBench(rule("a").tokenBucket(1, 10, SECOND).build());
        demand("a").owe();
        demand("a").owe();
        demand("a").owe();
        assertThat(bench.clock.elapsed()).isZero();
        assertThat(acquire("a")).isEqualTo(new Admitted(300 * MILLI));
        assertThat(bench.tally("a")).returns(3L, Tally::owed).returns(4L, Tally::admitted);
    }

    @Test
    void theFirstHeldAndTheFirstRejectedCallAreTold() {
        bench = new ManualBench(rule("a")
                .tokenBucket(1, 1, SECOND)
                .wait(Duration.ofMillis(1500))
                .build());
        for (int i = 0; i < 3; i++) {
            acquire("a");
        }
        for (int i = 0; i < 3; i++) {
            demand("a").schedule(null, Long.MAX_VALUE);
        }
        assertThat(bench.said)
                .containsExactly(
                        "a: bucket of 1 is used up (headgate.yml:3:3); a call is held for 1000 ms. This is told once, "
                                + "later ones are counted",
                        "a: bucket of 1 is used up (headgate.yml:3:3); the next call may go in 2000 ms, longer than its "
                                + "wait of 1500 ms. A call was rejected; this is told once, later ones are counted");
        assertThat(bench.tally("a")).returns(3L, Tally::held).returns(2L, Tally::rejected);
    }

    @Test
    void anUnknownDownstreamIsAnErrorThatListsTheKnown() {
        bench = new ManualBench(rule("a").build(), rule("b").build());
        assertThatThrownBy(() -> bench.throttle("c"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("There is no downstream \"c\"; there are [a, b]");
    }

    @Test
    void aRuleWithoutLimitsTakesNothing() throws Exception {
        bench = new ManualBench(rule("a").build());
        bench.throttle("a").acquire();
        assertThat(bench.tally("a").offered()).isZero();
        assertThat(bench.clock.currentTimeNanos()).isEqualTo(ManualClock.START);
    }
}
