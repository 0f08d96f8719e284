package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.ManualClock;
import dev.headgate.throttle.key.Key;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pace of a process that stands in for another ledger with its part of the limits. */
class StandInPaceTest {
    @Test
    void anotherLedgersPacerHearsAllAndHoldsNobodyUntilItStandsIn() {
        ManualClock clock = new ManualClock();
        LocalLedger locals = new LocalLedger(clock);
        Rule rule =
                PacedRules.free("a").tokenBucket(100, 100, PacedRules.SECOND).build();
        Budget budget = new Budget(rule, rule.limits(), List.of(), false);
        LocalBook book = locals.open(budget, budget.bandwidths());
        LocalAccount account = book.account(Key.NONE);
        Request request = new Request(rule, List.of(new Charge(budget, account, Key.NONE, new long[] {1})));
        locals.admitted(request, 45);
        locals.admitted(request, -5);
        clock.advanceMillis(1_000);
        locals.report(request, new Feedback(0, 1, 0, 5_000 * MILLI));
        assertThat(locals.paceOf(request)).isEqualTo(new Pace(true, 40_000, 40_000, 0));
        assertThat(account.bucket().tryConsume(2)).isTrue();

        book.standIn(List.of(Bandwidth.simple(10, PacedRules.SECOND)), 10);
        account.pause(200 * MILLI, false);
        assertThat(account.bucket().tryConsume(1)).isFalse();
        assertThat(locals.pausedNanos(request, List.of())).isEqualTo(200 * MILLI);
        clock.advanceMillis(200);
        assertThat(account.bucket().tryConsume(1)).isTrue();
        assertThat(account.bucket().reserve(1, PacedRules.SECOND.toNanos()).nanosToWait())
                .isEqualTo(25 * MILLI);

        book.watch(List.of(Bandwidth.simple(100, PacedRules.SECOND)));
        assertThat(locals.paceOf(request).engaged()).isTrue();
        clock.advanceMillis(1_000);
        assertThat(account.bucket().tryConsume(10)).isTrue();
    }

    @Test
    void onePartOfAProcessMayBeLessThanACallASecond() {
        ManualClock clock = new ManualClock();
        LocalLedger locals = new LocalLedger(clock);
        Rule rule = PacedRules.free("a").build();
        Budget budget = new Budget(rule, List.of(), List.of(), false);
        LocalBook book = locals.open(budget, List.of());
        LocalAccount account = book.account(Key.NONE);
        Request request = new Request(rule, List.of(new Charge(budget, account, Key.NONE, new long[0])));
        book.standIn(List.of(), 20);
        account.pause(200 * MILLI, false);
        assertThat(locals.paceOf(request).milli()).isEqualTo(50);
    }
}
