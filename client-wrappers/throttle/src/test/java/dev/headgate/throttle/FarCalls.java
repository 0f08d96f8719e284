package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;

import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;

/** Calls against a ledger where a decision is a trip, on a manual clock and a pool that runs when it is told to. */
abstract class FarCalls {
    static final Duration SECOND = Duration.ofSeconds(1);

    final Queue<Runnable> pool = new ArrayDeque<>();
    final List<String> events = new ArrayList<>();
    FarLedger ledger;
    ManualBench bench = bench(bucket().build());

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    static RuleBuilder bucket() {
        return rule("a").tokenBucket(1, 1, SECOND).wait(SECOND.multipliedBy(3));
    }

    ManualBench bench(Rule... rules) {
        return new ManualBench(
                100,
                pool::add,
                clock -> {
                    ledger = new FarLedger(clock);
                    return ledger;
                },
                rules);
    }

    Demand demand() {
        return ((RuleThrottle) bench.throttle("a")).code(1);
    }

    Outcome acquire() {
        return demand().acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
    }

    Scheduled schedule() {
        return demand().schedule(null, Long.MAX_VALUE);
    }

    void runPool() {
        while (!pool.isEmpty()) {
            pool.remove().run();
        }
    }

    /** Notes what becomes of the call, and when. */
    Scheduled.Continuation tell(String who) {
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
}
