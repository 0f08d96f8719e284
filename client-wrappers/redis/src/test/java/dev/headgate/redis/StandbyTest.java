package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

class StandbyTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ManualClock clock = new ManualClock();
    private final ScriptedDecider redis = new ScriptedDecider();
    private final LedgerBench<ScriptedDecider> bench = new LedgerBench<>(
            clock,
            redis,
            rule("a", OnFailure.LOCAL, log(100, SECOND)),
            rule("open", OnFailure.ALLOW, log(1, SECOND)),
            rule("shut", OnFailure.DENY, log(100, SECOND)),
            rule("slow", OnFailure.LOCAL, log(1, SECOND)),
            rule("bucket", OnFailure.LOCAL, Bandwidth.simple(100, SECOND)));

    private void pass(long millis) {
        clock.pass(Duration.ofMillis(millis));
    }

    private int admitted(String rule, int calls) {
        int now = 0;
        for (int i = 0; i < calls; i++) {
            now += bench.decide(rule, 0) == Answer.GO ? 1 : 0;
        }
        return now;
    }

    @Test
    void whoeverNeverMetRedisLivesOnTheShareOfTheProcessesThatAreExpected() {
        redis.isLost();
        assertThat(admitted("a", 50)).isEqualTo(5);
        assertThat(admitted("bucket", 50)).isEqualTo(5);
    }

    @Test
    void whoeverMetItLivesOnTheShareOfTheProcessesThatWereAlive() {
        bench.fleetRule("a").census().count(4, clock.currentTimeNanos());
        redis.isLost();
        assertThat(admitted("a", 50)).isEqualTo(25);
    }

    @Test
    void whatThisProcessUsedBeforeCountsInItsShare() {
        bench.fleetRule("a").census().count(4, clock.currentTimeNanos());
        assertThat(admitted("a", 20)).isEqualTo(20);
        redis.isLost();
        assertThat(admitted("a", 50)).isEqualTo(5);
    }

    @Test
    void aRegionLivesOnItsPart() {
        LedgerBench<ScriptedDecider> region =
                new LedgerBench<>(clock, fleet -> redis, 40, rule("a", OnFailure.LOCAL, log(100, SECOND)));
        region.fleetRule("a").census().count(4, clock.currentTimeNanos());
        redis.isLost();
        int now = 0;
        for (int i = 0; i < 50; i++) {
            now += region.decide("a", 0) == Answer.GO ? 1 : 0;
        }
        assertThat(now).isEqualTo(10);
    }

    @Test
    void allowLetsGoAndSaysThatNothingWasDecided() {
        redis.isLost();
        assertThat(bench.decide("open", 0)).isSameAs(Answer.UNDECIDED);
        assertThat(bench.decide("open", 0)).isSameAs(Answer.UNDECIDED);
    }

    @Test
    void denyRefusesUntilRedisIsTriedAgain() {
        redis.isLost();
        Answer.Refusal refusal = (Answer.Refusal) bench.decide("shut", 1_000);
        assertThat(refusal.cause()).isEqualTo(Answer.Cause.STORE);
        assertThat(refusal.comeBackNanos()).isEqualTo(700 * MILLI);
    }

    @Test
    void whereThePartIsLessThanACallNotAllProcessesBeginInTheSameInstant() {
        bench.fleetRule("slow").census().count(3, clock.currentTimeNanos());
        redis.isLost();
        Answer.Refusal first = (Answer.Refusal) bench.decide("slow", 0);
        assertThat(first.comeBackNanos()).isBetween(1L, 3_000 * MILLI);
        pass(first.comeBackNanos() / MILLI + 1);
        assertThat(admitted("slow", 10)).isEqualTo(1);
        pass(2_990);
        assertThat(admitted("slow", 10)).isZero();
        pass(20);
        assertThat(admitted("slow", 10)).isEqualTo(1);
    }

    @Test
    void theTimeOfTheTripThatFailedComesOffTheWait() {
        bench.fleetRule("a").census().count(100, clock.currentTimeNanos());
        redis.isLost();
        assertThat(bench.decide("a", 0)).isSameAs(Answer.GO);
        redis.meanwhile = () -> pass(50);
        assertThat(bench.decide("a", 1_000))
                .as("its slot is 950 ms from now, as far away as it may be")
                .isInstanceOf(Answer.Slot.class);
        assertThat(bench.decide("a", 1_000)).isInstanceOf(Answer.Refusal.class);
    }

    @Test
    void aSlotOfThisProcessIsGivenBackHere() {
        bench.fleetRule("a").census().count(100, clock.currentTimeNanos());
        redis.isLost();
        bench.decide("a", 0);
        Answer.Slot slot = (Answer.Slot) bench.decide("a", 1_000);
        assertThat(bench.ledger.cancel(slot)).isTrue();
        assertThat(((Answer.Slot) bench.decide("a", 1_000)).atNanos()).isEqualTo(slot.atNanos());
        assertThat(redis.asked).noneMatch(text -> text.startsWith("cancel"));
    }

    @Test
    void debtAndTheTimeToComeBackAreToldHere() {
        bench.fleetRule("a").census().count(100, clock.currentTimeNanos());
        redis.isLost();
        bench.ledger.owe(bench.request("a"));
        assertThat(bench.ledger.comeBackNanos(bench.request("a"))).isEqualTo(1_000 * MILLI);
    }

    @Test
    void redisDecidesAgainAtOnceAndTheWholeLimitIsWatchedASecondLater() {
        bench.fleetRule("a").census().count(4, clock.currentTimeNanos());
        redis.isLost();
        admitted("a", 50);
        redis.isFound();
        assertThat(admitted("a", 50)).as("no watch yet").isEqualTo(50);
        pass(2_000);
        assertThat(admitted("a", 200)).isBetween(100, 106);
    }

    @Test
    void anErrorOfOneRuleIsToldOnceForItsKindAndDecidedAsAnOutage() {
        bench.fleetRule("a").census().count(4, clock.currentTimeNanos());
        JedisDataException wrong = new JedisDataException("WRONGTYPE Operation against a key");
        redis.trouble = new RedisTroubleException("Redis answered " + wrong.getMessage(), wrong);
        assertThat(admitted("a", 50)).isEqualTo(25);
        JedisDataException other = new JedisDataException("ERR something else");
        redis.trouble = new RedisTroubleException("Redis answered " + other.getMessage(), other);
        bench.decide("a", 0);
        bench.decide("a", 0);
        assertThat(bench.said)
                .containsExactly(
                        "HG-402 a: Redis answered WRONGTYPE Operation against a key. As long as that is so: lives on its"
                                + " share, 25/s, of 4 live processes. This is told once",
                        "HG-402 a: Redis answered ERR something else. As long as that is so: lives on its"
                                + " share, 25/s, of 4 live processes. This is told once");
    }

    @Test
    void anOutageIsOneWarningAndOneLineThatItIsOver() {
        bench.fleetRule("a").census().count(3, clock.currentTimeNanos());
        redis.isLost();
        RedisTroubleException why = redis.trouble;
        bench.ledger.lost(why);
        bench.ledger.lost(why);
        admitted("a", 2);
        pass(4_200);
        assertThat(bench.ledger.state())
                .isEqualTo("Redis does not answer, since 4200 ms; 2 decisions were made without it");
        redis.isFound();
        bench.ledger.found();
        bench.ledger.found();
        assertThat(bench.ledger.state()).isEqualTo("Redis answers; 2 decisions were made without it");
        assertThat(bench.said)
                .containsExactly(
                        "HG-401 Redis at redis://r:1 did not answer within 50 ms. Until Redis answers again: a lives on"
                                + " its share, 33/s, of 3 live processes; bucket lives on its share, "
                                + Share.of(100, 20).of(Bandwidth.simple(100, SECOND), 1)
                                + ", of 20 processes that are expected; open lets its calls go unlimited (on-failure:"
                                + " allow); shut rejects its calls (on-failure: deny); slow lives on its share, 1/20s,"
                                + " of 20 processes that are expected",
                        "Redis answers again, after 4200 ms, and decides; 2 decisions were made without it meanwhile");
    }

    @Test
    void whateverIsReadInPlaceOfRedisIsToldInOneLine() {
        bench.ledger.lost(new RedisTroubleException("Unknown reply: \0\nheadgate: all is well.", null));
        assertThat(bench.said)
                .singleElement()
                .asString()
                .startsWith("HG-401 Unknown reply: ??headgate: all is well. Until");
    }

    @Test
    void theFirstConnectionIsNoNews() {
        bench.ledger.found();
        assertThat(bench.said).isEmpty();
    }
}
