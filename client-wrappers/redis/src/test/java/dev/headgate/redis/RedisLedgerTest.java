package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RedisLedgerTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final ScriptedDecider redis = new ScriptedDecider();
    private final LedgerBench<ScriptedDecider> bench = new LedgerBench<>(
            clock,
            redis,
            rule("a", OnFailure.LOCAL, log(100, SECOND)),
            rule("b", OnFailure.LOCAL, List.of("a"), Bandwidth.simple(5, SECOND), log(10, Duration.ofMinutes(1))));

    private void pass(long millis) {
        clock.pass(Duration.ofMillis(millis));
    }

    private static Decision.Slot slot(long millis, long ticket) {
        return new Decision.Slot(millis * 1_000, 0, new long[] {ticket});
    }

    @Test
    void aCallIsOneQuestionWithItsCostsAndItsWaitInMicroseconds() {
        assertThat(bench.decide("a", 1_000)).isSameAs(Answer.GO);
        assertThat(bench.decide("b", 0)).isSameAs(Answer.GO);
        assertThat(redis.asked).containsExactly("{hg:a} 1 within 1000000", "{hg:b} 1 1 {hg:a} 1 within 0");
    }

    @Test
    void aSlotCountsFromWhenTheReplyWasRead() {
        long before = clock.currentTimeNanos();
        redis.meanwhile = () -> pass(3);
        redis.says(slot(20, 1), slot(20, 2).readAt(before + 4 * MILLI));
        Answer.Slot notTold = (Answer.Slot) bench.decide("a", 1_000);
        assertThat(notTold.atNanos() - before).isEqualTo(23 * MILLI);
        assertThat(notTold.charge()).isZero();
        Answer.Slot told = (Answer.Slot) bench.decide("a", 1_000);
        assertThat(told.atNanos() - before).isEqualTo(24 * MILLI);
    }

    @Test
    void aSlotThatIsNotDueIsGivenBackOnceAndWithoutATrip() {
        redis.says(slot(20, 7), slot(30, 8));
        Answer.Slot first = (Answer.Slot) bench.decide("a", 1_000);
        Answer.Slot second = (Answer.Slot) bench.decide("a", 1_000);
        assertThat(bench.ledger.cancel(first)).isTrue();
        assertThat(bench.ledger.cancel(first)).isFalse();
        pass(30);
        assertThat(bench.ledger.cancel(second)).isFalse();
        assertThat(redis.asked).endsWith("cancel {hg:a} [7]").hasSize(3);
    }

    @Test
    void aRefusalNamesTheLimitAndIsBelievedAQuarterOfASecond() {
        redis.says(new Decision.Refused(400_000, 0, 1));
        Answer.Refusal refusal = (Answer.Refusal) bench.decide("b", 0);
        assertThat(refusal.comeBackNanos()).isEqualTo(400 * MILLI);
        assertThat(refusal.limit().text()).startsWith("10/");
        pass(249);
        assertThat(((Answer.Refusal) bench.decide("b", 0)).comeBackNanos()).isEqualTo(151 * MILLI);
        assertThat(redis.asked).hasSize(1);
        pass(1);
        bench.decide("b", 0);
        assertThat(redis.asked).hasSize(2);
    }

    @Test
    void aRefusalIsBelievedNoLongerThanUntilACallCouldGo() {
        redis.says(new Decision.Refused(100_000, 0, 0));
        bench.decide("a", 0);
        pass(99);
        assertThat(bench.decide("a", 0)).isInstanceOf(Answer.Refusal.class);
        pass(1);
        assertThat(bench.decide("a", 0)).isSameAs(Answer.GO);
    }

    @Test
    void whoMayWaitLongerThanTheRefusalSaysIsNotRefusedByIt() {
        redis.says(new Decision.Refused(400_000, 0, 0));
        bench.decide("a", 0);
        assertThat(bench.decide("a", 399)).isInstanceOf(Answer.Refusal.class);
        assertThat(redis.asked).hasSize(1);
        bench.decide("a", 400);
        assertThat(redis.asked).hasSize(2);
    }

    @Test
    void aRefusalIsForgottenWhenASlotOfTheScheduleIsGivenBackAndWhenRedisComesBack() {
        redis.says(slot(20, 7), new Decision.Refused(400_000, 0, 0), new Decision.Refused(400_000, 0, 0));
        Answer.Slot held = (Answer.Slot) bench.decide("a", 1_000);
        bench.decide("a", 0);
        bench.ledger.cancel(held);
        bench.decide("a", 0);
        assertThat(redis.asked).hasSize(4);
        bench.ledger.found();
        bench.decide("a", 0);
        assertThat(redis.asked).hasSize(5);
    }

    @Test
    void aPauseOfRedisRefusesAsAPause() {
        redis.says(new Decision.Refused(300_000, 0, -1));
        Answer.Refusal refusal = (Answer.Refusal) bench.decide("a", 0);
        assertThat(refusal.cause()).isEqualTo(Answer.Cause.PAUSE);
        assertThat(refusal.limit()).isNull();
    }

    @Test
    void whenACallCouldGoIsAskedWithoutTakingAnything() {
        redis.says(new Decision.Refused(0, 0, 0), new Decision.Refused(Long.MAX_VALUE, 0, 0));
        assertThat(bench.ledger.comeBackNanos(bench.request("a"))).isZero();
        assertThat(bench.ledger.comeBackNanos(bench.request("a"))).isEqualTo(Long.MAX_VALUE);
        assertThat(redis.asked).containsOnly("{hg:a} 1 within -1");
    }

    @Test
    void debtIsOneTripAndIsWatchedToo() {
        bench.ledger.owe(bench.request("a"));
        assertThat(redis.asked).containsExactly("{hg:a} 1 within -2");
    }

    @Test
    void noProcessAloneGoesFasterThanTheWholeLimitWhateverRedisSays() {
        int now = 0;
        for (int i = 0; i < 200; i++) {
            now += bench.decide("a", 0) == Answer.GO ? 1 : 0;
        }
        assertThat(now).isEqualTo(100);
        assertThat(redis.asked).as("nobody is charged in vain").hasSize(100);
        Answer.Refusal refusal = (Answer.Refusal) bench.decide("a", 900);
        assertThat(refusal.comeBackNanos()).isEqualTo(1_000 * MILLI);
        assertThat(refusal.limit().text()).startsWith("100/s");
        assertThat(bench.said).isEmpty();
    }

    @Test
    void whatRedisShouldNotHaveGrantedWaitsIfItMay() {
        for (int i = 0; i < 100; i++) {
            bench.decide("a", 0);
        }
        long before = clock.currentTimeNanos();
        Answer.Slot slot = (Answer.Slot) bench.decide("a", 2_000);
        assertThat(slot.atNanos() - before).isEqualTo(1_000 * MILLI);
        assertThat(bench.said).hasSize(1).first().asString().startsWith("HG-405 a: Redis let this process alone");
        assertThat(bench.ledger.cancel(slot)).isTrue();
        assertThat(redis.asked).noneMatch(text -> text.startsWith("cancel"));
    }

    @Test
    void anHonestRedisThatIsAMomentAheadIsNotContradicted() {
        for (int second = 0; second < 5; second++) {
            for (int i = 0; i < 100; i++) {
                assertThat(bench.decide("a", 0)).isSameAs(Answer.GO);
            }
            pass(second % 2 == 0 ? 960 : 1_040);
        }
        assertThat(bench.said).isEmpty();
    }

    @Test
    void theWatchHoldsWhileTheQueueOfALeakyBucketIsFull() {
        LedgerBench<ScriptedDecider> leaky = new LedgerBench<>(
                clock,
                redis,
                rule(
                        "q",
                        OnFailure.LOCAL,
                        Bandwidth.builder().leakyBucket(10, SECOND).depth(5).build()));
        for (int i = 0; i <= 5; i++) {
            redis.says(i == 0 ? new Decision.Go(0) : slot(100 * i, i));
            Answer answer = leaky.decide("q", 1_000);
            assertThat(answer).isNotInstanceOf(Answer.Refusal.class);
            pass(3);
        }
        assertThat(leaky.said).isEmpty();
    }

    @Test
    void closingGivesBackWhatIsHeldAndAsksNoMore() {
        redis.says(slot(20, 1), slot(30, 2));
        bench.decide("a", 1_000);
        bench.decide("a", 1_000);
        pass(25);
        bench.ledger.close();
        assertThat(redis.asked).endsWith("cancel {hg:a} [2]", "close").hasSize(4);
    }

    @Test
    void theKeyOfAnObservedRuleIsItsOwn() {
        LedgerBench<ScriptedDecider> observed =
                new LedgerBench<>(clock, redis, rule("observed", OnFailure.LOCAL, log(100, SECOND)));
        observed.decide("observed", 0);
        assertThat(redis.asked).containsExactly("{hg:observed}:o 1 within 0");
    }
}
