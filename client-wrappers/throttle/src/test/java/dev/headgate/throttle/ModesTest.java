package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.ManualBench;
import dev.headgate.throttle.Outcome.Admitted;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ModesTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private ManualBench bench = new ManualBench();

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private Outcome acquire(String name) {
        Demand demand = ((RuleThrottle) bench.throttle(name)).code(1);
        return demand == null ? Outcome.AT_ONCE : demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
    }

    @Test
    void anObservedRuleHoldsAndRejectsNobodyAndCountsWhomItWouldHave() {
        bench = new ManualBench(
                rule("a").tokenBucket(1, 1, SECOND).mode(Mode.OBSERVE).build());
        for (int i = 0; i < 5; i++) {
            assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        }
        assertThat(bench.clock.elapsed()).isZero();
        assertThat(bench.tally("a"))
                .returns(5L, Tally::offered)
                .returns(5L, Tally::admitted)
                .returns(0L, Tally::held)
                .returns(1L, Tally::wouldHold)
                .returns(3L, Tally::wouldReject);
        assertThat(bench.said).isEmpty();
    }

    @Test
    void anObservedCallWithALaterSlotIsNotDelayedEither() {
        bench = new ManualBench(
                rule("a").tokenBucket(1, 1, SECOND).mode(Mode.OBSERVE).build());
        Demand demand = ((RuleThrottle) bench.throttle("a")).code(1);
        demand.schedule(null, Long.MAX_VALUE);
        assertThat(demand.schedule(null, Long.MAX_VALUE)).isSameAs(DecidedCall.GOES);
        assertThat(bench.tally("a")).returns(1L, Tally::wouldHold).returns(2L, Tally::admitted);
    }

    @Test
    void anObservedCallThatWouldBeRejectedTakesNoSlot() {
        Bandwidth leaky = Bandwidth.builder().leakyBucket(20, SECOND).depth(1).build();
        bench = new ManualBench(
                rule("slow").tokenBucket(1, 1, SECOND).mode(Mode.OBSERVE).build(),
                rule("queue")
                        .tokenBucket(1, 1, SECOND)
                        .limit("leaky", leaky)
                        .mode(Mode.OBSERVE)
                        .build(),
                rule("both").also("slow", "queue").mode(Mode.OBSERVE).build());
        for (int i = 0; i < 4; i++) {
            acquire("both");
        }
        assertThat(bench.tally("both")).returns(3L, Tally::wouldReject);
        acquire("slow");
        assertThat(bench.tally("slow")).returns(1L, Tally::wouldHold).returns(0L, Tally::wouldReject);
    }

    @Test
    void anObservedRuleTakesNothingOfWhatIsEnforced() {
        bench = new ManualBench(
                rule("account").tokenBucket(1, 1, SECOND).build(),
                rule("a")
                        .tokenBucket(5, 1, SECOND)
                        .also("account")
                        .mode(Mode.OBSERVE)
                        .build());
        for (int i = 0; i < 3; i++) {
            assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        }
        assertThat(bench.tally("a")).returns(1L, Tally::wouldHold).returns(1L, Tally::wouldReject);
        assertThat(acquire("account")).isSameAs(Outcome.AT_ONCE);
        assertThat(acquire("account")).isEqualTo(new Admitted(SECOND.toNanos()));
    }

    @Test
    void anEnforcedRuleThatNamesAnObservedOneIsOnlyCountedThere() {
        bench = new ManualBench(
                rule("account").tokenBucket(1, 1, SECOND).mode(Mode.OBSERVE).build(),
                rule("a").tokenBucket(2, 1, SECOND).also("account").build());
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        assertThat(acquire("a")).isEqualTo(new Admitted(SECOND.toNanos()));
        assertThat(bench.tally("account"))
                .returns(0L, Tally::offered)
                .returns(1L, Tally::wouldHold)
                .returns(1L, Tally::wouldReject);
        assertThat(bench.tally("a")).returns(3L, Tally::admitted).returns(0L, Tally::wouldHold);
    }

    @Test
    void aRuleThatIsOffIsAsIfItWereNotThere() {
        bench = new ManualBench(
                rule("off").tokenBucket(1, 1, SECOND).mode(Mode.OFF).build(),
                rule("a").tokenBucket(2, 1, SECOND).also("off").build());
        for (int i = 0; i < 3; i++) {
            assertThat(acquire("off")).isSameAs(Outcome.AT_ONCE);
        }
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        assertThat(bench.tally("off").offered()).isZero();
    }

    @Test
    void whatIsOwedToAnObservedRuleHoldsNobody() {
        bench = new ManualBench(
                rule("a").tokenBucket(1, 1, SECOND).mode(Mode.OBSERVE).build());
        ((RuleThrottle) bench.throttle("a")).code(1).owe();
        assertThat(acquire("a")).isSameAs(Outcome.AT_ONCE);
        assertThat(bench.tally("a")).returns(1L, Tally::owed).returns(1L, Tally::wouldHold);
    }
}
