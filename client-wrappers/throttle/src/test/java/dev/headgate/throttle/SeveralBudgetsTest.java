package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import dev.headgate.throttle.Outcome.Admitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls that are charged to a limit of their own and to one that they share with others. */
class SeveralBudgetsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final long MILLI = 1_000_000;

    private ManualBench bench = new ManualBench(tenMore().build(), slow().build());

    private final List<Long> sharedGone = new ArrayList<>();
    private final List<Long> slowGone = new ArrayList<>();

    private static RuleBuilder tenMore() {
        return rule("shared").tokenBucket(1, 1, Duration.ofMillis(100)).wait(MINUTE);
    }

    private static RuleBuilder slow() {
        return rule("slow").tokenBucket(1, 1, SECOND).also("shared").wait(MINUTE);
    }

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private Demand demand(String name) {
        return ((RuleThrottle) bench.throttle(name)).code(1);
    }

    private Outcome acquire(String name) {
        return demand(name).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
    }

    /** Calls again and again: as soon as one call has gone the next one asks. */
    private void loop(String name, List<Long> gone) {
        Scheduled scheduled = demand(name).schedule(null, Long.MAX_VALUE);
        Scheduled.Continuation next = new Scheduled.Continuation() {
            @Override
            public void admitted() {
                sharedGone.add(bench.clock.elapsedMillis());
                if (gone != sharedGone) {
                    gone.add(bench.clock.elapsedMillis());
                }
                loop(name, gone);
            }

            @Override
            public void rejected(Rejection rejection) {
                throw new AssertionError(rejection.message());
            }
        };
        if (scheduled.waitNanos() > 0) {
            scheduled.onSlot(next);
        } else {
            next.admitted();
        }
    }

    private static void assertApart(List<Long> gone, long millis) {
        for (int i = 1; i < gone.size(); i++) {
            assertThat(gone.get(i) - gone.get(i - 1)).isGreaterThanOrEqualTo(millis);
        }
    }

    @Test
    void aCallThatMustWaitInTwoRulesGoesWhenBothLetIt() {
        assertThat(acquire("slow")).isEqualTo(Outcome.AT_ONCE);
        assertThat(acquire("slow")).isEqualTo(new Admitted(1000 * MILLI));
        assertThat(acquire("shared")).isEqualTo(new Admitted(100 * MILLI));
    }

    @Test
    void aSlowLimitDoesNotHoldUpTheSharedOne() {
        acquire("slow");
        Scheduled waiting = demand("slow").schedule(null, Long.MAX_VALUE);
        assertThat(waiting.waitNanos()).isEqualTo(1000 * MILLI);
        for (int i = 1; i < 9; i++) {
            bench.clock.advanceMillis(100);
            assertThat(acquire("shared")).isEqualTo(Outcome.AT_ONCE);
        }
        assertThat(waiting.cancel()).isTrue();
    }

    @Test
    @DisplayName("a call that waits for its own limit is served although the shared limit is never idle")
    void twoBusyLimits() {
        for (int i = 0; i < 5; i++) {
            loop("shared", sharedGone);
        }
        loop("slow", slowGone);
        bench.clock.advanceMillis(30_000);
        assertThat(slowGone.size()).isBetween(28, 31);
        assertApart(slowGone, 900);
        assertThat(sharedGone.size()).isBetween(290, 301);
        assertApart(sharedGone, 50);
    }

    @Test
    @DisplayName(
            "a call whose other limit lets nobody wait that long yet asks it again now and then, and not all the time")
    void aQueueThatIsTooShortForTheWait() {
        RuleBuilder queue = rule("queue")
                .tokenBucket(1, 1, SECOND)
                .limit(
                        "leaky",
                        Bandwidth.builder().leakyBucket(20, SECOND).depth(1).build());
        bench = new ManualBench(
                rule("slow")
                        .tokenBucket(1, 1, SECOND)
                        .also("queue")
                        .wait(MINUTE)
                        .build(),
                queue.build());
        assertThat(acquire("slow")).isEqualTo(Outcome.AT_ONCE);
        AtomicInteger parked = new AtomicInteger();
        bench.clock.whileParked(parked::incrementAndGet);
        Outcome outcome = assertTimeoutPreemptively(Duration.ofSeconds(10), () -> acquire("slow"));
        assertThat(outcome).isEqualTo(new Admitted(1000 * MILLI));
        assertThat(parked.get()).isLessThan(60);
    }

    @Test
    void aCancelGivesBackEverySlotThatTheCallHas() {
        for (int i = 0; i < 5; i++) {
            loop("shared", sharedGone);
        }
        acquire("slow");
        Scheduled waiting = demand("slow").schedule(null, Long.MAX_VALUE);
        bench.clock.advanceMillis(waiting.waitNanos() / MILLI - 20);
        assertThat(waiting.cancel()).isTrue();
        Scheduled next = demand("slow").schedule(null, Long.MAX_VALUE);
        assertThat(next.waitNanos()).as("the slot of the one before").isEqualTo(20 * MILLI);
        List<Long> gone = new ArrayList<>();
        next.onSlot(new Scheduled.Continuation() {
            @Override
            public void admitted() {
                gone.add(bench.clock.elapsedMillis());
            }

            @Override
            public void rejected(Rejection rejection) {}
        });
        long asked = bench.clock.elapsedMillis();
        bench.clock.advanceMillis(100);
        assertThat(gone).hasSize(1);
        assertThat(gone.get(0) - asked).isBetween(20L, 70L);
    }

    @Test
    @DisplayName("the refusal names the limit that stands against the call, of whichever rule it is")
    void refusalsNameTheLimit() {
        bench = new ManualBench(
                rule("account").tokenBucket(1, 1, MINUTE).build(),
                rule("a")
                        .limit("100/s", Bandwidth.simple(100, SECOND))
                        .limit("2/10s", Bandwidth.simple(2, SECOND.multipliedBy(10)))
                        .also("account")
                        .build());
        acquire("a");
        assertThat(demand("a").schedule(null, Long.MAX_VALUE).rejection().message())
                .isEqualTo(
                        "a: bucket of 1 of account is used up (headgate.yml:3:3); the next call may go in 60 s, longer "
                                + "than its wait of 1000 ms");
    }

    @Test
    void ofSeveralLimitsOfOneRuleTheRefusalNamesTheOneThatIsUsedUp() {
        bench = new ManualBench(rule("a")
                .limit("100/s", Bandwidth.simple(100, SECOND))
                .limit("2/10s", Bandwidth.simple(2, SECOND.multipliedBy(10)))
                .build());
        acquire("a");
        acquire("a");
        assertThat(demand("a").schedule(null, Long.MAX_VALUE).rejection().message())
                .startsWith("a: 2/10s is used up (headgate.yml:3:3); the next call may go in 5000 ms");
    }
}
