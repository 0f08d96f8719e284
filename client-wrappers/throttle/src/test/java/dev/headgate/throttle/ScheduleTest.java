package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MILLI = 1_000_000;

    private ManualBench bench = new ManualBench(bucket().build());
    private final List<String> events = new ArrayList<>();

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private static RuleBuilder bucket() {
        return rule("a").tokenBucket(1, 1, SECOND).wait(SECOND.multipliedBy(3));
    }

    private Scheduled schedule() {
        return schedule(null);
    }

    private Scheduled schedule(Patience patience) {
        return ((RuleThrottle) bench.throttle("a")).code(1).schedule(patience, Long.MAX_VALUE);
    }

    private Scheduled.Continuation tell(String who) {
        return new Scheduled.Continuation() {
            @Override
            public void admitted() {
                events.add(who + " goes at " + bench.clock.elapsedMillis());
            }

            @Override
            public void rejected(Rejection rejection) {
                events.add(who + " rejected at " + bench.clock.elapsedMillis() + ", come back in "
                        + rejection.retryAfterMillis());
            }
        };
    }

    @Test
    void aCallThatNeedNotWaitIsDecidedByTheOneSharedAnswer() {
        Scheduled scheduled = schedule();
        assertThat(scheduled.waitNanos()).isZero();
        assertThat(scheduled.rejection()).isNull();
        assertThat(scheduled.cancel()).isFalse();
        assertThatThrownBy(() -> scheduled.onSlot(tell("x"))).isInstanceOf(IllegalStateException.class);
        bench.clock.advanceMillis(1000);
        assertThat(schedule()).isSameAs(scheduled);
    }

    @Test
    void delayedCallsGoOnAtTheirSlotsInOrder() {
        schedule();
        for (String who : List.of("x", "y", "z")) {
            schedule().onSlot(tell(who));
        }
        assertThat(bench.tally("a").waiting()).isEqualTo(3);
        bench.clock.advanceMillis(2999);
        assertThat(events).containsExactly("x goes at 1000", "y goes at 2000");
        bench.clock.advanceMillis(1);
        assertThat(events).endsWith("z goes at 3000").hasSize(3);
        assertThat(bench.tally("a")).returns(0L, Tally::waiting).returns(4L, Tally::admitted);
    }

    @Test
    void aCallThatCannotGoInTimeIsRejectedAtOnce() {
        for (int i = 0; i < 4; i++) {
            schedule();
        }
        Scheduled scheduled = schedule();
        assertThat(scheduled.waitNanos()).isZero();
        assertThat(scheduled.rejection().reason()).isEqualTo(Reason.LIMIT);
        assertThat(scheduled.rejection().retryAfterMillis()).isEqualTo(4000);
    }

    @Test
    void delayedCallsCountInTheBoundedQueue() {
        bench = new ManualBench(bucket().queue(2).build());
        for (int i = 0; i < 3; i++) {
            schedule();
        }
        Rejection rejection = schedule().rejection();
        assertThat(rejection.reason()).isEqualTo(Reason.QUEUE_FULL);
        assertThat(rejection.retryAfterMillis()).isEqualTo(3000);
        assertThat(rejection.message())
                .isEqualTo(
                        "a: bucket of 1 is used up (headgate.yml:3:3), and 2 calls wait for it already, as many as may "
                                + "(queue: 2); the next call may go in 3000 ms");
    }

    @Test
    void aCancelledCallGivesItsSlotToTheNextThatAsks() {
        schedule();
        Scheduled first = schedule();
        first.onSlot(tell("first"));
        schedule().onSlot(tell("second"));
        bench.clock.advanceMillis(500);
        assertThat(first.cancel()).isTrue();
        assertThat(first.cancel()).isFalse();
        schedule().onSlot(tell("third"));
        bench.clock.advanceMillis(5000);
        assertThat(events).containsExactly("third goes at 1000", "second goes at 2000");
        assertThat(bench.tally("a")).returns(1L, Tally::cancelled).returns(3L, Tally::admitted);
    }

    @Test
    void aCallThatHasGoneOnCannotBeCancelled() {
        schedule();
        Scheduled scheduled = schedule();
        scheduled.onSlot(tell("x"));
        bench.clock.advanceMillis(1000);
        assertThat(scheduled.cancel()).isFalse();
        assertThat(events).containsExactly("x goes at 1000");
    }

    @Test
    void theWaitIsSharedWithLaterHops() {
        schedule();
        Patience patience = new Patience();
        schedule(patience).onSlot(tell("x"));
        bench.clock.advanceMillis(1000);
        assertThat(patience.left(3_000 * MILLI)).isEqualTo(2_000 * MILLI);
    }

    @Test
    void aTimerThatRingsTooEarlyIsSetAgain() {
        schedule();
        Scheduled scheduled = schedule();
        scheduled.onSlot(tell("x"));
        ((Runnable) scheduled).run();
        assertThat(events).isEmpty();
        bench.clock.advanceMillis(1000);
        assertThat(events).containsExactly("x goes at 1000");
    }

    @Test
    void aTimerThatRingsTooLateHasLostTheSlotAndAsksAgain() {
        schedule();
        schedule().onSlot(tell("x"));
        bench.clock.jump(1_051 * MILLI);
        bench.clock.advance(0);
        assertThat(events).isEmpty();
        bench.clock.advanceMillis(2000);
        assertThat(events).containsExactly("x goes at 2000");
    }

    @Test
    void aTimerThatRingsTooLateForTheWaitIsRejected() {
        schedule();
        schedule().onSlot(tell("x"));
        schedule().onSlot(tell("y"));
        bench.clock.jump(2_600 * MILLI);
        bench.clock.advance(0);
        assertThat(events).containsExactly("y rejected at 2600, come back in 1400");
        bench.clock.advanceMillis(400);
        assertThat(events).endsWith("x goes at 3000").hasSize(2);
        assertThat(bench.tally("a")).returns(1L, Tally::rejected).returns(0L, Tally::waiting);
    }

    @Test
    void aCallThatIsNotToldHowToGoOnKeepsNobodyOutAndGoesWhenItIs() {
        schedule();
        Scheduled scheduled = schedule();
        bench.clock.advanceMillis(1000);
        assertThat(bench.tally("a").waiting()).isZero();
        bench.clock.advanceMillis(20);
        scheduled.onSlot(tell("x"));
        assertThat(events).containsExactly("x goes at 1020");
        assertThatThrownBy(() -> scheduled.onSlot(tell("again"))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aCallThatIsToldMuchTooLateAsksAgain() {
        schedule();
        Scheduled scheduled = schedule();
        bench.clock.advanceMillis(1500);
        scheduled.onSlot(tell("x"));
        assertThat(events).isEmpty();
        assertThat(bench.tally("a").waiting()).isEqualTo(1);
        bench.clock.advanceMillis(500);
        assertThat(events).containsExactly("x goes at 2000");
    }

    @Test
    void closingRejectsDelayedCallsAndGivesTheirSlotsBack() {
        schedule();
        schedule().onSlot(tell("x"));
        Scheduled untold = schedule();
        bench.clock.advanceMillis(100);
        bench.machinery.close();
        assertThat(events).containsExactly("x rejected at 100, come back in 1000");
        untold.onSlot(tell("y"));
        assertThat(events).hasSize(2).last().asString().startsWith("y rejected at 100");
        assertThat(schedule().rejection()).isNotNull();
        bench.clock.advanceMillis(900);
        assertThat(schedule()).isSameAs(DecidedCall.GOES);
        assertThat(bench.tally("a")).returns(3L, Tally::rejected).returns(2L, Tally::admitted);
    }
}
