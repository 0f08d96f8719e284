package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Calls that are told of their slot later, where a decision is a trip. */
class FarScheduleTest extends FarCalls {
    @Test
    void whoSchedulesIsNotKeptForTheTripAndHearsOfTheDecisionLater() {
        Scheduled scheduled = schedule();
        assertThat(ledger.trips).isEmpty();
        assertThat(scheduled.isDecided()).isFalse();
        assertThat(scheduled.waitNanos()).isPositive();
        assertThat(scheduled.rejection()).isNull();
        scheduled.onSlot(tell("x"));
        assertThat(events).isEmpty();
        runPool();
        assertThat(ledger.trips).containsExactly("decide within 3000");
        assertThat(events).containsExactly("x goes at 0");
        assertThat(scheduled.cancel()).isFalse();
        assertThat(scheduled.isDecided()).isFalse();
    }

    @Test
    void aDecisionThatComesBeforeItIsAskedForIsTold() {
        Scheduled scheduled = schedule();
        runPool();
        assertThat(bench.tally("a").admitted()).isEqualTo(1);
        scheduled.onSlot(tell("x"));
        runPool();
        assertThat(events).containsExactly("x goes at 0");
    }

    @Test
    void aScheduledCallWaitsForTheSlotThatTheTripBrought() {
        for (String who : List.of("x", "y", "z")) {
            schedule().onSlot(tell(who));
        }
        runPool();
        bench.clock.advanceMillis(1000);
        runPool();
        bench.clock.advanceMillis(1000);
        runPool();
        assertThat(events).containsExactly("x goes at 0", "y goes at 1000", "z goes at 2000");
        assertThat(ledger.trips).hasSize(3);
        assertThat(bench.tally("a")).returns(2L, Tally::held);
    }

    @Test
    void aScheduledCallThatCannotGoInTimeIsRejectedByItsContinuation() {
        for (int i = 0; i < 4; i++) {
            schedule();
        }
        schedule().onSlot(tell("x"));
        runPool();
        assertThat(events).containsExactly("x rejected at 0, come back in 4000");
    }

    @Test
    void aCallThatIsCancelledBeforeTheTripMakesNone() {
        Scheduled scheduled = schedule();
        scheduled.onSlot(tell("x"));
        assertThat(scheduled.cancel()).isTrue();
        runPool();
        assertThat(events).isEmpty();
        assertThat(ledger.trips).isEmpty();
        assertThat(bench.tally("a").cancelled()).isEqualTo(1);
    }

    @Test
    void aCallThatIsCancelledWhileItWaitsGivesItsSlotBack() {
        schedule();
        Scheduled scheduled = schedule();
        scheduled.onSlot(tell("x"));
        runPool();
        assertThat(scheduled.cancel()).isTrue();
        assertThat(ledger.trips).endsWith("cancel").hasSize(3);
        assertThat(bench.tally("a").waiting()).isZero();
    }
}
