package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FleetDialectTest {
    private final ManualClock clock = new ManualClock();
    private final LedgerBench<ScriptedDecider> bench = new LedgerBench<>(
            clock, new ScriptedDecider(), rule("a", OnFailure.LOCAL, log(100, Duration.ofSeconds(1))));
    private final FleetDialect dialect = new FleetDialect(bench.fleet, clock, () -> Terms.SERVER, bench.notices, "me");
    private final FleetRule rule = bench.fleetRule("a");
    private final Schedule schedule =
            RedisAccount.of(bench.request("a").charges().get(0)).schedule();
    private final List<Schedule> schedules = List.of(schedule);
    private final List<Ask> asks = List.of(new Ask(List.of(new long[] {1}), 0));

    private Dialect.Question<Schedule> question() {
        return dialect.question(schedules, asks);
    }

    private void assertTells(Dialect.Question<Schedule> question, @Nullable News news) {
        Command expected = Decide.command(schedules, Terms.SERVER.with(news), asks);
        Command command = question.command();
        assertThat(command.script()).isSameAs(expected.script());
        assertThat(command.args()).usingRecursiveComparison().isEqualTo(expected.args());
    }

    private static News beat() {
        return new News("me", null, null);
    }

    /** Three heartbeats come soon; the next is due in 5 s. */
    private void settle() {
        for (int i = 0; i < 3; i++) {
            question().command();
            clock.pass(Duration.ofSeconds(1));
        }
    }

    private static News told(long pauseMicros, long probeMicros, long succeeded, long overloaded) {
        return new News(
                null,
                null,
                new News.Told(pauseMicros, probeMicros, 0, 0, 0, succeeded, overloaded, 100_000, true, 0, 0));
    }

    /** A reply that lets the call go: its time, who lives, what is left, then what holds calls back. */
    private static List<Object> go(long live, long... restraint) {
        List<Object> numbers = new ArrayList<>(List.of(restraint.length > 0 ? 4L : 0L, 1_000_000L, live, 0L, 7L));
        for (long each : restraint) {
            numbers.add(each);
        }
        return numbers;
    }

    @Test
    void aHeartbeatTravelsWithTheFirstDecisionAndThenWithEveryOneThatIsDue() {
        assertTells(question(), beat());
        assertTells(question(), null);
        clock.pass(Duration.ofSeconds(1));
        assertTells(question(), beat());
    }

    @Test
    void whoIsAliveIsHeard() {
        Dialect.Question<Schedule> question = question();
        question.command();
        assertThat(question.read(go(7))).isNull();
        assertThat(question.decisions()).containsExactly(new Decision.Go(7));
        assertThat(rule.census().live()).isEqualTo(7);
    }

    @Test
    void aHeartbeatThatWasLostIsSentAgain() {
        settle();
        clock.pass(Duration.ofSeconds(4));
        Dialect.Question<Schedule> lost = question();
        assertTells(lost, beat());
        lost.failed(new RedisTroubleException("gone", null));
        assertTells(question(), beat());
    }

    @Test
    void badNewsTravelAtOnceAndOrdersAgainIfTheyWereLost() {
        settle();
        long now = clock.currentTimeNanos();
        assertThat(rule.report(new Feedback(3, 1, 0, 2 * MILLI + 1), now)).isTrue();
        Dialect.Question<Schedule> lost = question();
        assertTells(lost, told(2_001, 0, 3, 1));
        lost.failed(new RedisTroubleException("gone", null));
        clock.pass(Duration.ofMillis(1));
        assertTells(question(), told(1_001, 0, 0, 0));
        assertTells(question(), null);
    }

    @Test
    void whatIsMerelyCountedTravelsOnceASecondAndTenTimesASecondWhileThereIsAPace() {
        settle();
        assertThat(rule.report(Feedback.SUCCEEDED, clock.currentTimeNanos())).isFalse();
        assertTells(question(), told(0, 0, 1, 0));
        rule.report(Feedback.SUCCEEDED, clock.currentTimeNanos());
        clock.pass(Duration.ofMillis(999));
        assertTells(question(), null);
        clock.pass(Duration.ofMillis(1));
        Dialect.Question<Schedule> question = question();
        assertTells(question, told(0, 0, 1, 0));
        question.read(go(-1, 0, 20_000, 0, 50_000, 80_000));
        assertThat(bench.ledger.paceOf(bench.request("a"))).isEqualTo(new Pace(true, 50_000, 80_000, 0));
        rule.report(Feedback.SUCCEEDED, clock.currentTimeNanos());
        clock.pass(Duration.ofMillis(99));
        assertTells(question(), null);
        clock.pass(Duration.ofMillis(1));
        assertTells(question(), told(0, 0, 1, 0));
    }

    @Test
    void aPauseThatRedisTellsHoldsThoseThatWait() {
        Dialect.Question<Schedule> question = question();
        question.command();
        question.read(go(1, 400_000, 0, 0));
        assertThat(paused()).isEqualTo(400 * MILLI);
        clock.pass(Duration.ofMillis(300));
        assertThat(paused()).isEqualTo(100 * MILLI);
        clock.pass(Duration.ofMillis(100));
        assertThat(paused()).isZero();
    }

    private long paused() {
        return bench.ledger.pausedNanos(bench.request("a"), List.of());
    }

    @Test
    void aPauseThatRedisHasForgottenIsToldAgainBeforeAnybodyGoes() {
        settle();
        Dialect.Question<Schedule> question = question();
        question.command();
        question.read(go(-1, 900_000, 0, 0));
        clock.pass(Duration.ofMillis(500));
        Dialect.Question<Schedule> next = question();
        assertTells(next, null);
        Command again = next.read(go(-1));
        assertThat(again).isNotNull();
        Command expected = Decide.command(schedules, Terms.SERVER.with(told(400_000, 0, 0, 0)), asks);
        assertThat(again.args()).usingRecursiveComparison().isEqualTo(expected.args());
        assertThat(next.read(List.of(4L, 1_000_000L, -1L, 2L, 400_000L, 0L, -1L, 400_000L, 0L, 0L, 0L, 0L)))
                .isNull();
        assertThat(next.decisions()).containsExactly(new Decision.Refused(400_000, 0, -1));
    }

    @Test
    void thatALeaseEndsEarlyOrAPauseIsReadLateIsNotForgetting() {
        settle();
        Dialect.Question<Schedule> question = question();
        question.command();
        question.read(go(-1, 9_000_000, 0, -10_000_000));
        question = question();
        question.command();
        assertThat(question.read(go(-1))).isNull();
        assertThat(paused()).isZero();
        question.read(go(-1, 900_000, 0, 0));
        question = question();
        question.command();
        assertThat(question.read(go(-1, 650_000, 0, 0))).isNull();
        assertThat(paused()).isEqualTo(650 * MILLI);
    }

    @Test
    void aReplyThatSaysThatNothingWasDoneIsAnsweredAtOnce() {
        Dialect.Question<Schedule> question = question();
        question.command();
        assertThat(question.read(1L)).isNotNull();
        assertThat(question.decisions()).isEmpty();
    }
}
