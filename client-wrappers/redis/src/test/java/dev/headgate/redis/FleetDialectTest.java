package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
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
        return new News("me", 0, false, 0, 0);
    }

    /** Three heartbeats come soon; the next is due in 5 s. */
    private void settle() {
        for (int i = 0; i < 3; i++) {
            question().command();
            clock.pass(Duration.ofSeconds(1));
        }
    }

    /** A reply that lets the call go: its time, the pause, who lives, then what is left. */
    private static List<Object> go(long nowMicros, long pauseMicros, long live) {
        return List.of(0L, nowMicros, pauseMicros, live, 0L, 7L);
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
        assertThat(question.read(go(1_000_000, 0, 7))).isNull();
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
    void whatWasReportedTravelsOnceAndAgainIfItWasLost() {
        settle();
        rule.report(new Feedback(3, 1, 0, 2 * MILLI + 1));
        News news = new News(null, 2_001, false, 3, 1);
        Dialect.Question<Schedule> lost = question();
        assertTells(lost, news);
        lost.failed(new RedisTroubleException("gone", null));
        assertTells(question(), news);
        assertTells(question(), News.NONE);
    }

    @Test
    void ofTwoPausesTheLongerIsToldFirst() {
        settle();
        rule.report(new Feedback(0, 0, 5 * MILLI, 3 * MILLI));
        assertTells(question(), new News(null, 5_000, true, 0, 0));
        assertTells(question(), new News(null, 3_000, false, 0, 0));
    }

    @Test
    void aPauseThatRedisTellsHoldsThoseThatWaitAndIsHeededFromThenOn() {
        Dialect.Question<Schedule> question = question();
        question.command();
        question.read(go(1_000_000, 1_400_000, 1));
        assertThat(bench.ledger.pausedNanos(bench.request("a"), List.of())).isEqualTo(400 * MILLI);
        clock.pass(Duration.ofMillis(300));
        assertThat(bench.ledger.pausedNanos(bench.request("a"), List.of())).isEqualTo(100 * MILLI);
        assertTells(question(), News.NONE);
        clock.pass(Duration.ofMillis(100));
        assertThat(bench.ledger.pausedNanos(bench.request("a"), List.of())).isZero();
    }

    @Test
    void aReplyThatSaysThatNothingWasDoneIsAnsweredAtOnce() {
        Dialect.Question<Schedule> question = question();
        question.command();
        assertThat(question.read(1L)).isNotNull();
        assertThat(question.decisions()).isEmpty();
    }
}
