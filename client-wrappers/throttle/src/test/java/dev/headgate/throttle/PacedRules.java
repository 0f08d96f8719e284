package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.RuleBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Rules whose calls are paused and paced, on a manual clock. */
abstract class PacedRules {
    static final Duration SECOND = Duration.ofSeconds(1);

    PacedBench paced;

    PacedRules(RuleBuilder rule) {
        paced = new PacedBench(rule.build());
    }

    @AfterEach
    void theCountsAddUp() {
        paced.bench.assertAddsUp();
    }

    /** A rule without a limit, whose calls wait up to a second. */
    static RuleBuilder free(String name) {
        return rule(name).backoff(Backoff.DEFAULT).queue(1_000).wait(SECOND);
    }

    /** A rule without a limit, whose calls wait up to a minute. */
    static RuleBuilder patient(String name) {
        return free(name).wait(Duration.ofMinutes(1));
    }

    void advance(long millis) {
        paced.bench.clock.advanceMillis(millis);
    }

    boolean goesAtOnce(Demand demand) {
        return paced.ledger().decide(PacedBench.request(demand), 0) == Answer.GO;
    }

    /** Makes so many calls; returns when those went that have gone. */
    List<Long> call(String rule, int calls) {
        for (int i = 0; i < calls; i++) {
            paced.call(paced.demand(rule));
        }
        return paced.gone;
    }

    void assertEvery(long gapNanos, long firstNanos, int calls) {
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            expected.add(firstNanos + i * gapNanos);
        }
        assertThat(paced.gone).containsExactlyElementsOf(expected);
    }

    static long gap(Pace pace) {
        return (1_000_000_000_000L + pace.milli() - 1) / pace.milli();
    }
}
