package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualBench;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreLedgerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private FarLedger far;
    private final ManualBench bench = new ManualBench(
            100,
            Runnable::run,
            clock -> {
                far = new FarLedger(clock);
                return new StoreLedger(new LocalLedger(clock), far);
            },
            rule("here").tokenBucket(1, 1, SECOND).build(),
            rule("there").tokenBucket(1, 1, SECOND).store(Store.REDIS).build());

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private Demand demand(String name) {
        return ((RuleThrottle) bench.throttle(name)).code(1);
    }

    @Test
    void eachRuleIsDecidedWhereItIsKept() {
        demand("here").acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        assertThat(far.trips).isEmpty();
        demand("there").acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
        demand("there").owe();
        assertThat(far.trips).containsExactly("decide within 1000", "owe");
    }

    @Test
    void aSlotIsGivenBackToWhoGaveIt() {
        for (String name : new String[] {"here", "there"}) {
            demand(name).schedule(null, Long.MAX_VALUE);
            Scheduled waits = demand(name).schedule(null, Long.MAX_VALUE);
            assertThat(waits.cancel()).isTrue();
            bench.clock.advanceMillis(1_000);
            assertThat(demand(name).acquire(null, Long.MAX_VALUE, Cancellation.NEVER))
                    .as("the slot is free again")
                    .isEqualTo(Outcome.AT_ONCE);
        }
        assertThat(far.trips).containsOnlyOnce("cancel");
    }
}
