package dev.headgate.redis;

import static dev.headgate.redis.LedgerBench.MILLI;
import static dev.headgate.redis.LedgerBench.log;
import static dev.headgate.redis.LedgerBench.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.OnFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is asked when nobody asks. */
class UpkeepTest {
    private final ManualClock clock = new ManualClock();
    private final ScriptedDecider redis = new ScriptedDecider();
    private final LedgerBench<ScriptedDecider> bench =
            new LedgerBench<>(clock, redis, rule("a", OnFailure.LOCAL, log(100, Duration.ofSeconds(1))));
    private final HeldSlots held = new HeldSlots();
    private final Upkeep upkeep = new Upkeep(
            clock,
            bench.fleet,
            redis,
            held,
            new Standby(new dev.headgate.throttle.LocalLedger(clock), redis, 100),
            bench.notices,
            bench.secret,
            50 * MILLI);

    private final FleetRule rule = bench.fleetRule("a");

    private void pass(long millis) {
        clock.pass(Duration.ofMillis(millis));
    }

    /** As the dialect does when a trip is made. */
    private boolean travels() {
        rule.travelled(clock.currentTimeNanos());
        return rule.takeBeat(clock.currentTimeNanos());
    }

    @Test
    void aFreshProcessTellsThatItLivesThriceWithinTwoSecondsAndThenOnlyWhileItIsUsed() {
        redis.meanwhile = this::travels;
        List<Long> beats = new ArrayList<>();
        long start = clock.currentTimeNanos();
        for (int i = 0; i < 300; i++) {
            int before = redis.asked.size();
            if (i == 100) {
                rule.use();
            }
            upkeep.step();
            if (redis.asked.size() > before) {
                beats.add((clock.currentTimeNanos() - start) / MILLI);
            }
            pass(100);
        }
        assertThat(beats).containsExactly(0L, 1_000L, 2_000L, 10_000L);
        assertThat(redis.asked).containsOnly("{hg:a} 1 within -1");
    }

    @Test
    void whileARuleIsUsedAHeartbeatIsDueEveryFiveSeconds() {
        int beats = 0;
        for (int i = 0; i < 300; i++) {
            rule.use();
            beats += travels() ? 1 : 0;
            pass(100);
        }
        assertThat(beats).as("0, 1, 2, 7, 12, 17, 22, 27 s").isEqualTo(8);
    }

    @Test
    void whoWaitsAsksAfterATenthOfASecondOfSilence() {
        for (int i = 0; i < 3; i++) {
            travels();
            pass(1_000);
        }
        travels();
        held.add(new HeldSlot(
                (RedisAccount) bench.request("a").charges().get(0).account(),
                new long[0],
                new long[] {1},
                null,
                false,
                clock.currentTimeNanos() + 450 * MILLI));
        redis.meanwhile = this::travels;
        int asked = 0;
        for (int i = 0; i < 100; i++) {
            int before = redis.asked.size();
            long nanos = upkeep.step();
            asked += redis.asked.size() - before;
            assertThat(nanos).isEqualTo((held.isEmpty() ? 1_000 : 50) * MILLI);
            pass(10);
        }
        assertThat(asked).as("100, 200, 300 and 400 ms").isEqualTo(4);
    }

    @Test
    void whatWasReportedIsToldSoonAlsoIfNobodyAsks() {
        for (int i = 0; i < 3; i++) {
            travels();
            pass(1_000);
        }
        assertThat(rule.report(new Feedback(0, 1, 0, 300 * MILLI), clock.currentTimeNanos()))
                .isTrue();
        upkeep.step();
        assertThat(redis.asked).containsExactly("{hg:a} 1 within -1");
    }

    @Test
    void nobodyIsAskedWhileRedisIsAway() {
        redis.isLost();
        upkeep.step();
        pass(60_000);
        upkeep.step();
        assertThat(redis.asked).isEmpty();
    }

    @Test
    void whetherRedisStillHasTheSecretIsLookedAtOnceAMinuteWhereThereAreKeys() {
        for (int i = 0; i < 3; i++) {
            travels();
            pass(1_000);
        }
        pass(60_000);
        redis.meanwhile = this::travels;
        upkeep.step();
        assertThat(redis.asked).doesNotContain("send");
        bench.secret.need();
        upkeep.step();
        upkeep.step();
        assertThat(redis.asked).containsOnlyOnce("send");
    }
}
