package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.CallContext;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.ManualBench;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class BoundsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private static final Scheduled.Continuation GOING = new Scheduled.Continuation() {
        @Override
        public void admitted() {}

        @Override
        public void rejected(Rejection rejection) {}
    };

    private ManualBench bench = new ManualBench();

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private Demand demand(String name) {
        return ((RuleThrottle) bench.throttle(name)).code(1);
    }

    private static Rejection rejection(Outcome outcome) {
        assertThat(outcome).isInstanceOf(Outcome.Rejected.class);
        return ((Outcome.Rejected) outcome).rejection();
    }

    private Outcome acquire(String name) {
        return demand(name).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
    }

    @Test
    @DisplayName("a call that finds a leaky bucket's line full is told so, and not that its wait is too short")
    void theDepthOfALeakyBucket() {
        Bandwidth leaky = Bandwidth.builder().leakyBucket(10, SECOND).depth(2).build();
        bench = new ManualBench(
                rule("a").limit("{leaky-bucket: 10/s}", leaky).wait(MINUTE).build());
        acquire("a");
        Scheduled first = demand("a").schedule(null, Long.MAX_VALUE);
        Scheduled second = demand("a").schedule(null, Long.MAX_VALUE);
        assertThat(second.waitNanos()).isEqualTo(200_000_000);
        for (long deadlineNanos : new long[] {Long.MAX_VALUE, 5_000_000_000L}) {
            Rejection rejection = rejection(demand("a").acquire(null, deadlineNanos, Cancellation.NEVER));
            assertThat(rejection.reason()).isEqualTo(Reason.QUEUE_FULL);
            assertThat(rejection.retryAfterMillis()).isEqualTo(300);
            assertThat(rejection.message())
                    .isEqualTo("a: {leaky-bucket: 10/s} is used up (headgate.yml:3:3), and as many tokens wait in line"
                            + " already as may (depth: 2); the next call may go in 300 ms");
        }
        assertThat(first.cancel() && second.cancel()).isTrue();
    }

    @Test
    @DisplayName("four drained rules together let no more calls wait than the process may hold")
    void fourDrainedRulesShareTheBound() {
        String[] names = {"a", "b", "c", "d"};
        Rule[] rules = new Rule[names.length];
        for (int i = 0; i < names.length; i++) {
            rules[i] = rule(names[i])
                    .tokenBucket(1, 1, SECOND)
                    .wait(Duration.ofHours(1))
                    .build();
        }
        bench = new ManualBench(10, rules);
        int waiting = 0;
        int full = 0;
        for (int round = 0; round < 5; round++) {
            for (String name : names) {
                Scheduled scheduled = demand(name).schedule(null, Long.MAX_VALUE);
                if (scheduled.waitNanos() > 0) {
                    waiting++;
                    scheduled.onSlot(GOING);
                }
                full += scheduled.rejection() != null ? 1 : 0;
            }
        }
        assertThat(waiting).isEqualTo(10);
        assertThat(full).isEqualTo(6);
        Rejection rejection = demand("d").schedule(null, Long.MAX_VALUE).rejection();
        assertThat(rejection.reason()).isEqualTo(Reason.QUEUE_FULL);
        assertThat(rejection.message())
                .isEqualTo(
                        "d: bucket of 1 is used up (headgate.yml:3:3), and 10 calls of this process wait already, as many "
                                + "as may (waiting: max: 10); the next call may go in 3000 ms");
        assertThat(bench.tally("d").waiting()).isEqualTo(2);
        bench.clock.advanceMillis(10_000);
        assertThat(bench.machinery.places().taken()).isZero();
        assertThat(bench.tally("a").admitted()).isEqualTo(4);
        assertThat(acquire("d")).isEqualTo(Outcome.AT_ONCE);
    }

    @Test
    @DisplayName("A09 a refused call takes nothing of any limit of its rule")
    void allOrNoneInOneRule() {
        bench = new ManualBench(rule("a")
                .fixedWindow(3, MINUTE)
                .tokenBucket(1, 1, SECOND.multipliedBy(10))
                .wait(Duration.ZERO)
                .build());
        assertThat(acquire("a")).isEqualTo(Outcome.AT_ONCE);
        bench.clock.advanceMillis(1000);
        for (int i = 0; i < 5; i++) {
            assertThat(acquire("a")).isInstanceOf(Outcome.Rejected.class);
        }
        bench.clock.advanceMillis(9_000);
        assertThat(acquire("a")).isEqualTo(Outcome.AT_ONCE);
        bench.clock.advanceMillis(10_000);
        assertThat(acquire("a")).isEqualTo(Outcome.AT_ONCE);
        bench.clock.advanceMillis(10_000);
        assertThat(rejection(acquire("a")).retryAfterMillis())
                .as("the window's three are used, and none by a refusal")
                .isEqualTo(30_000);
    }

    @Test
    @DisplayName("A09 a refused call takes nothing of the other rule's limit either")
    void allOrNoneInTwoRules() {
        Bandwidth window = Bandwidth.builder().fixedWindow(10, MINUTE).build();
        bench = new ManualBench(
                rule("account").limit("10/1m", window).wait(Duration.ZERO).build(),
                rule("charges")
                        .tokenBucket(1, 1, SECOND.multipliedBy(10))
                        .wait(Duration.ZERO)
                        .also("account")
                        .build());
        assertThat(acquire("charges")).isEqualTo(Outcome.AT_ONCE);
        bench.clock.advanceMillis(1000);
        for (int i = 0; i < 5; i++) {
            assertThat(acquire("charges")).isInstanceOf(Outcome.Rejected.class);
        }
        assertThat(goNow("account")).as("9 of 10 were left").isEqualTo(9);
        bench.clock.advanceMillis(9_100);
        assertThat(rejection(acquire("charges")).retryAfterMillis()).isEqualTo(49_900);
        bench.clock.advanceMillis(49_900);
        assertThat(acquire("charges")).isEqualTo(Outcome.AT_ONCE);
        assertThat(goNow("account")).isEqualTo(9);
    }

    private int goNow(String name) {
        int went = 0;
        while (acquire(name) == Outcome.AT_ONCE) {
            went++;
        }
        return went;
    }

    @Test
    @DisplayName("A40 a flood of other keys gives a drained key no fresh budget")
    void evictionIsNoBypass() {
        bench = new ManualBench(rule("tenants")
                .tokenBucket(3, 3, MINUTE)
                .context("tenant")
                .maxKeys(1000)
                .wait(Duration.ZERO)
                .build());
        assertThat(goAs("k", 4)).isEqualTo(3);
        for (int i = 0; i < 20_000; i++) {
            goAs("other" + i, 1);
        }
        assertThat(goAs("k", 1)).isZero();
        bench.clock.advanceMillis(20_000);
        assertThat(goAs("k", 2)).isEqualTo(1);
    }

    private int goAs(String tenant, int calls) {
        int went = 0;
        try (CallContext.Scope scope = CallContext.put("tenant", tenant)) {
            for (int i = 0; i < calls; i++) {
                went += acquire("tenants") == Outcome.AT_ONCE ? 1 : 0;
            }
        }
        return went;
    }
}
