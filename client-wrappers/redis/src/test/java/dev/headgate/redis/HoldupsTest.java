package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Pace;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pauses and paces, as a process that lives on Redis knows them. */
class HoldupsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final ScriptedDecider redis = new ScriptedDecider();
    private final LedgerBench<ScriptedDecider> bench = new LedgerBench<>(
            clock,
            redis,
            rule("a", OnFailure.LOCAL, log(100, SECOND)),
            rule("open", OnFailure.ALLOW, log(100, SECOND)),
            rule("keyed", OnFailure.LOCAL, log(100, SECOND)),
            rule("bare", OnFailure.LOCAL));

    private void pass(long millis) {
        clock.pass(Duration.ofMillis(millis));
    }

    private Restraints restraints(String rule) {
        return bench.fleetRule(rule).restraints();
    }

    private void hears(String rule, int charge, long pauseMillis, long gapMillis, long probeMillis) {
        Schedule schedule =
                RedisAccount.of(bench.request(rule).charges().get(charge)).schedule();
        restraints(rule)
                .hear(
                        schedule,
                        new Reply.Restraint(pauseMillis * 1_000, gapMillis * 1_000, probeMillis * 1_000),
                        clock.currentTimeNanos());
        bench.fleetRule(rule).travelled(clock.currentTimeNanos());
    }

    @Test
    void whatAPauseForbidsIsRefusedWithoutATripAndKeepsTheProcessAlive() {
        for (int i = 0; i < 5; i++) {
            bench.fleetRule("a").takeBeat(clock.currentTimeNanos());
            pass(1_000);
        }
        pass(5_000);
        assertThat(bench.fleetRule("a").needsTrip(clock.currentTimeNanos())).isFalse();
        hears("a", 0, 500, 20, 0);
        Answer.Refusal refusal = (Answer.Refusal) bench.decide("a", 499);
        assertThat(refusal.cause()).isEqualTo(Answer.Cause.PAUSE);
        assertThat(refusal.comeBackNanos()).isEqualTo(500 * MILLI);
        assertThat(redis.asked).isEmpty();
        assertThat(bench.fleetRule("a").needsTrip(clock.currentTimeNanos())).isTrue();
        assertThat(bench.decide("a", 500)).isSameAs(Answer.GO);
        assertThat(redis.asked).containsExactly("{hg:a} 1 within 500000");
    }

    @Test
    void thatACallTriesIsNoReasonNotToAsk() {
        hears("a", 0, 9_000, 0, -10_000);
        assertThat(bench.decide("a", 0)).isSameAs(Answer.GO);
        assertThat(redis.asked).hasSize(1);
    }

    @Test
    void whoTriesIsNotHeldByThatItTriesButByANewOrder() {
        hears("a", 0, 10_300, 0, -10_000);
        redis.says(
                new Decision.Slot(300_000, 0, new long[] {1}).ofProbe(), new Decision.Slot(300_000, 0, new long[] {2}));
        Answer.Slot probe = (Answer.Slot) bench.decide("a", 1_000);
        Answer.Slot other = (Answer.Slot) bench.decide("a", 1_000);
        pass(300);
        assertThat(bench.ledger.pausedNanos(bench.request("a"), List.of(probe))).isZero();
        assertThat(bench.ledger.pausedNanos(bench.request("a"), List.of(other))).isEqualTo(10_000 * MILLI);
        bench.ledger.report(bench.request("a"), new Feedback(0, 1, 0, 2_000 * MILLI));
        assertThat(bench.ledger.pausedNanos(bench.request("a"), List.of(probe))).isEqualTo(2_000 * MILLI);
    }

    @Test
    void aRefusalByThePaceSaysSo() {
        redis.says(new Decision.Refused(20_000, 0, Decision.Refused.BY_PACE));
        Answer.Refusal refusal = (Answer.Refusal) bench.decide("a", 0);
        assertThat(refusal.cause()).isEqualTo(Answer.Cause.PACE);
        assertThat(refusal.limit()).isNull();
    }

    @Test
    void whoWaitedForItsKeyGoesWithoutATripWhileTheRuleIsKnownToBeFree() {
        redis.says(new Decision.Slot(20_000, 0, new long[] {1}));
        Answer.Slot slot = (Answer.Slot) bench.decide("keyed", 1_000);
        assertThat(slot.charge()).isZero();
        assertThat(redis.asked).containsExactly("{hg:keyed}:context%3Atenant:none 1 {hg:keyed}~pause within 1000000");
        bench.fleetRule("keyed").travelled(clock.currentTimeNanos());
        assertThat(rest("keyed")).isZero();
        assertThat(redis.asked).hasSize(1);
        hears("keyed", 1, 0, 20, 0);
        redis.says(new Decision.Refused(7_000, 0, Decision.Refused.BY_PACE));
        assertThat(rest("keyed")).isEqualTo(7 * MILLI);
        assertThat(redis.asked).hasSize(2).last().isEqualTo("{hg:keyed}~pause within -1");
    }

    /** When what is left without the key could go. */
    private long rest(String rule) {
        return bench.ledger.comeBackNanos(bench.requestWithout(rule, 0));
    }

    @Test
    void aRuleWithoutLimitsIsAskedAfterEachTime() {
        assertThat(bench.decide("bare", 0)).isSameAs(Answer.GO);
        assertThat(bench.decide("bare", 0)).isSameAs(Answer.GO);
        assertThat(redis.asked).containsExactly("{hg:bare}~pause within 0", "{hg:bare}~pause within 0");
    }

    @Test
    void callsThatGoAreCountedOnceAndThoseThatGiveTheirSlotBackAreNot() {
        redis.says(new Decision.Go(1), new Decision.Slot(20_000, 0, new long[] {1}), new Decision.Go(1));
        bench.decide("a", 0);
        Answer.Slot slot = (Answer.Slot) bench.decide("a", 1_000);
        bench.ledger.owe(bench.request("a"));
        bench.ledger.cancel(slot);
        pass(1_000);
        Untold.Tidings tidings = bench.fleetRule("a").takeTidings(clock.currentTimeNanos());
        assertThat(tidings.admitted()).isEqualTo(2);
        assertThat(bench.fleetRule("a").takeTidings(clock.currentTimeNanos())).isNull();
    }

    @Test
    void aPauseThatIsKnownHoldsWithoutRedisAlsoWhereAllMayGoThen() {
        hears("open", 0, 400, 0, 0);
        hears("a", 0, 400, 0, 0);
        redis.isLost();
        assertThat(((Answer.Refusal) bench.decide("open", 1_000)).cause()).isEqualTo(Answer.Cause.PAUSE);
        assertThat(((Answer.Refusal) bench.decide("a", 0)).cause()).isEqualTo(Answer.Cause.PAUSE);
        pass(400);
        assertThat(bench.decide("open", 1_000)).isSameAs(Answer.UNDECIDED);
    }

    @Test
    void whatIsOrderedWithoutRedisIsKeptForItAndWhatIsCountedIsNot() {
        redis.isLost();
        bench.ledger.report(bench.request("a"), new Feedback(5, 3, 0, 700 * MILLI));
        pass(200);
        redis.isFound();
        Untold.Tidings tidings = bench.fleetRule("a").takeTidings(clock.currentTimeNanos());
        News.Told told = bench.fleetRule("a").told(tidings, clock.currentTimeNanos());
        assertThat(told.pauseMicros()).isEqualTo(500_000);
        assertThat(told.succeeded() + told.overloaded()).isZero();
    }

    @Test
    void whatIsSaidOfAKeyIsToldWithItsSchedule() {
        bench.ledger.report(bench.request("keyed"), new Feedback(0, 1, 300 * MILLI, 0, true, 0));
        KeyOrders orders = bench.fleetRule("keyed").keyOrders();
        Schedule key = RedisAccount.of(bench.request("keyed").charges().get(0)).schedule();
        KeyOrders.Said said = orders.take(key);
        assertThat(said.pause().leftMicros(clock.currentTimeNanos())).isEqualTo(300_000);
        assertThat(said.pause().probeMicros()).isEqualTo(10_000_000);
        assertThat(orders.isEmpty()).isTrue();
        hears("keyed", 0, 9_000, 0, -10_000);
        bench.ledger.report(bench.request("keyed"), Feedback.SUCCEEDED);
        assertThat(orders.take(key).served()).isTrue();
        bench.ledger.report(bench.request("keyed"), Feedback.SUCCEEDED);
        hears("keyed", 0, 0, 0, 0);
        orders.take(key);
        bench.ledger.report(bench.request("keyed"), Feedback.SUCCEEDED);
        assertThat(orders.isEmpty()).as("nobody tries any more").isTrue();
    }

    @Test
    void howCallsComeBackIsAnsweredFromTheLastReply() {
        assertThat(bench.ledger.paceOf(bench.request("a"))).isEqualTo(Pace.NONE);
        hears("a", 0, 100, 20, 0);
        bench.fleetRule("a").pace(new Reply.Pace(50_000, 80_000));
        assertThat(bench.ledger.paceOf(bench.request("a"))).isEqualTo(new Pace(true, 50_000, 80_000, 100 * MILLI));
        pass(100);
        hears("a", 0, 0, 0, 0);
        assertThat(bench.ledger.paceOf(bench.request("a"))).isEqualTo(Pace.NONE);
    }
}
