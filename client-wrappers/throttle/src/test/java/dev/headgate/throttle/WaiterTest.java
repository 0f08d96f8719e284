package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.ManualBench;
import dev.headgate.throttle.Outcome.Admitted;
import dev.headgate.throttle.Outcome.Cancelled;
import dev.headgate.throttle.Outcome.Interrupted;
import dev.headgate.throttle.Outcome.Rejected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WaiterTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MILLI = 1_000_000;

    private final ManualBench bench = new ManualBench(
            rule("a").tokenBucket(1, 1, SECOND).wait(SECOND.multipliedBy(3)).build());

    @AfterEach
    void theCountsAddUpAndNobodyWaits() {
        assertThat(Thread.interrupted()).isFalse();
        bench.assertAddsUp();
        assertThat(bench.tally("a").waiting()).isZero();
        assertThat(bench.machinery.places().taken()).isZero();
    }

    private Outcome acquire() {
        return acquire(Cancellation.NEVER);
    }

    private Outcome acquire(Cancellation cancellation) {
        return ((RuleThrottle) bench.throttle("a")).code(1).acquire(null, Long.MAX_VALUE, cancellation);
    }

    @Test
    void aWaitIsCutIntoSlicesAndCancellationIsAskedInEach() {
        acquire();
        List<Long> asked = new ArrayList<>();
        Outcome outcome = acquire(() -> {
            asked.add(bench.clock.elapsedMillis());
            return false;
        });
        assertThat(outcome).isEqualTo(new Admitted(SECOND.toNanos()));
        assertThat(asked).hasSize(21);
        for (int i = 1; i < asked.size(); i++) {
            assertThat(asked.get(i) - asked.get(i - 1)).isLessThanOrEqualTo(50);
        }
    }

    @Test
    void aThreadThatWakesForNoReasonSleepsOn() {
        acquire();
        AtomicInteger parks = new AtomicInteger();
        bench.clock.whileParked(parks::incrementAndGet);
        bench.clock.oversleepOnce(-49 * MILLI);
        assertThat(acquire()).isEqualTo(new Admitted(SECOND.toNanos()));
        assertThat(parks).hasValue(21);
    }

    @Test
    @DisplayName("A17 an interrupt ends the wait, clears the flag and gives the slot back")
    void isInterrupted() {
        acquire();
        bench.clock.whileParked(() -> {
            if (bench.clock.elapsedMillis() == 200) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(acquire()).isEqualTo(new Interrupted());
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(bench.clock.elapsedMillis()).isEqualTo(200);
        bench.clock.whileParked(() -> {});
        assertThat(acquire()).as("the slot at 1 s is free again").isEqualTo(new Admitted(800 * MILLI));
        assertThat(bench.tally("a")).returns(1L, Tally::cancelled).returns(2L, Tally::held);
    }

    @Test
    @DisplayName("A17 a program that asks by itself gets an InterruptedException, the flag cleared")
    void throwsInterrupted() {
        acquire();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> bench.throttle("a").acquire())
                .isInstanceOf(InterruptedException.class)
                .hasMessage("a: interrupted while the call waited for its slot");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(acquire()).isEqualTo(new Admitted(SECOND.toNanos()));
    }

    @Test
    void anInterruptedThreadWhoseCallNeedNotWaitGoesAndKeepsItsFlag() {
        Thread.currentThread().interrupt();
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void aCancelEndsTheWaitAndGivesTheSlotBack() {
        acquire();
        assertThat(acquire(() -> bench.clock.elapsedMillis() >= 100)).isEqualTo(new Cancelled());
        assertThat(bench.clock.elapsedMillis()).isEqualTo(100);
        assertThat(acquire()).isEqualTo(new Admitted(900 * MILLI));
    }

    @Test
    void whoWakesLateButNotTooLateKeepsTheSlot() {
        acquire();
        bench.clock.whileParked(() -> {
            if (bench.clock.elapsedMillis() == 950) {
                bench.clock.oversleepOnce(50 * MILLI);
            }
        });
        assertThat(acquire()).isEqualTo(new Admitted(1050 * MILLI));
        bench.clock.whileParked(() -> {});
        assertThat(acquire()).isEqualTo(new Admitted(950 * MILLI));
    }

    @Test
    void whoWakesTooLateHasLostTheSlotAndAsksAgainWithWhatIsLeft() {
        acquire();
        bench.clock.whileParked(() -> {
            if (bench.clock.elapsedMillis() == 950) {
                bench.clock.oversleepOnce(51 * MILLI);
            }
        });
        assertThat(acquire()).isEqualTo(new Admitted(2000 * MILLI));
        assertThat(bench.tally("a")).returns(1L, Tally::held).returns(2L, Tally::admitted);
    }

    @Test
    void whoWakesTooLateAndHasNoPatienceLeftIsRejected() {
        ManualBench hasty = new ManualBench(rule("a")
                .tokenBucket(1, 1, SECOND)
                .wait(Duration.ofMillis(1500))
                .build());
        RuleThrottle throttle = (RuleThrottle) hasty.throttle("a");
        throttle.code(1).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        hasty.clock.whileParked(() -> {
            if (hasty.clock.elapsedMillis() == 950) {
                hasty.clock.oversleepOnce(600 * MILLI);
            }
        });
        Outcome outcome = throttle.code(1).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        assertThat(outcome).isInstanceOf(Rejected.class);
        assertThat(((Rejected) outcome).rejection().message())
                .isEqualTo(
                        "a: bucket of 1 is used up (headgate.yml:3:3); the next call may go in 400 ms, longer than the "
                                + "0 ms that are left of its wait of 1500 ms");
        hasty.assertAddsUp();
    }

    @Test
    void afterALongPeriodATwentiethOfItIsNotTooLate() {
        ManualBench slow = new ManualBench(rule("a")
                .tokenBucket(1, 1, Duration.ofSeconds(100))
                .wait(Duration.ofSeconds(300))
                .build());
        RuleThrottle throttle = (RuleThrottle) slow.throttle("a");
        throttle.code(1).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        slow.clock.whileParked(() -> {
            if (slow.clock.elapsedMillis() == 99_950) {
                slow.clock.oversleepOnce(5_000 * MILLI);
            }
        });
        assertThat(throttle.code(1).acquire(null, Long.MAX_VALUE, Cancellation.NEVER))
                .isEqualTo(new Admitted(105_000 * MILLI));
        slow.assertAddsUp();
    }

    @Test
    void whatBreaksWhileACallWaitsLetsItGo() {
        acquire();
        assertThat(acquire(() -> {
                    throw new IllegalStateException("broken");
                }))
                .isSameAs(Outcome.AT_ONCE);
        assertThat(bench.tally("a")).returns(1L, Tally::failedOpen).returns(1L, Tally::admitted);
        assertThat(bench.said)
                .contains(
                        "HG-201 a: a decision failed and the call was let go (java.lang.IllegalStateException: broken); "
                                + "later ones are counted as failed open");
    }

    @Test
    void closingRejectsWhoWaitsAndGivesTheSlotBackButLimitsHoldOn() {
        acquire();
        bench.clock.whileParked(() -> {
            if (bench.clock.elapsedMillis() == 300) {
                bench.machinery.close();
            }
        });
        Outcome outcome = acquire();
        assertThat(outcome).isInstanceOf(Rejected.class);
        assertThat(((Rejected) outcome).rejection().message())
                .isEqualTo(
                        "a: bucket of 1 is used up (headgate.yml:3:3), and Headgate was closed, so that no call waits any "
                                + "more; the next call may go in 1000 ms");
        assertThat(acquire()).isInstanceOf(Rejected.class);
        assertThat(bench.clock.elapsedMillis()).isLessThanOrEqualTo(350);
        bench.clock.advanceMillis(700);
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
    }
}
