package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One process was told to stop: all do, until then and no longer, whatever becomes of Redis meanwhile. */
@Execution(ExecutionMode.CONCURRENT)
class PauseIT {
    private static final String HOST = "a.test";
    private static final String BACKOFF = ", backoff: {max-pause: 300s}";
    private static final int PATIENT_MILLIS = 2_000;

    private static Member member(RedisServer redis, String rule) {
        return Member.of(
                Member.at(redis.port(), PATIENT_MILLIS),
                HOST + ": {" + rule + (rule.contains("backoff") ? "" : BACKOFF) + "}");
    }

    private static boolean goes(Member member) {
        return member.get(HOST).acquire(null, 0, Cancellation.NEVER) instanceof Outcome.Admitted;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limits: [100000/s]",
                "limits: [100000/s], key: [host]",
                "limits: []",
                "limits: [], key: [host]",
                "limits: [100000/s, {fixed-window: 100000/s, key: [host]}], wait: 2s"
            })
    void aPauseOfOneHoldsAllAtOnceAndEndsNotAMicrosecondEarly(String rule) throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    RedisConnection clock = redis.connect();
                    Member told = member(redis, rule);
                    Member other = member(redis, rule)) {
                Member.awaitConnected(redis, 2);
                assertThat(goes(other)).isTrue();
                long before = ServerTime.of(clock);
                Answered.comeBackAfter(503, 1).to(told.get(HOST), HOST);
                long told1 = ServerTime.of(clock);
                long lastBefore = 0;
                long firstAfter = 0;
                while (firstAfter == 0) {
                    boolean went = goes(other);
                    long now = ServerTime.of(clock);
                    assertThat(now).as("it ends").isLessThan(told1 + 3_000_000);
                    if (went && now < before + 1_000_000) {
                        lastBefore = now;
                    } else if (went) {
                        firstAfter = now;
                    }
                }
                assertThat(lastBefore)
                        .as("last call before all knew, from %d", told1)
                        .isLessThan(told1 + 50_000);
                assertThat(firstAfter - before).isGreaterThanOrEqualTo(1_000_000);
                assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
            }
        });
    }

    @Test
    void aPauseOfAKeyHoldsThatKeyInAllProcesses() throws Exception {
        String rule = "match: {hosts: ['*.test']}, limits: [100000/s], key: [host], backoff: {max-pause: 300s}";
        try (RedisServer redis = RedisServer.started();
                Member told = Member.of(Member.at(redis.port(), PATIENT_MILLIS), "all: {" + rule + "}");
                Member other = Member.of(Member.at(redis.port(), PATIENT_MILLIS), "all: {" + rule + "}")) {
            Member.awaitConnected(redis, 2);
            Answered.comeBackAfter(429, 30).to(told.get("a.test"), "a.test");
            awaitHeld(other, "a.test");
            assertThat(other.get("b.test").acquire(null, 0, Cancellation.NEVER)).isInstanceOf(Outcome.Admitted.class);
            assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
        }
    }

    private static void awaitHeld(Member member, String host) {
        org.awaitility.Awaitility.await(host + " is held")
                .pollInterval(Duration.ofMillis(5))
                .atMost(Duration.ofSeconds(2))
                .until(() -> member.get(host).acquire(null, 0, Cancellation.NEVER) instanceof Outcome.Rejected);
    }

    @Test
    void whoWaitsForASlotLooksAgain() throws Exception {
        TimedCase.run(() -> {
            String rule = "limits: [{token-bucket: 2/s, capacity: 1}], wait: 5s";
            try (RedisServer redis = RedisServer.started();
                    Member told = member(redis, rule);
                    Member other = member(redis, rule)) {
                Member.awaitConnected(redis, 2);
                assertThat(goes(other)).isTrue();
                Thread later = new Thread(() -> {
                    Pause.of(Duration.ofMillis(100));
                    Answered.comeBackAfter(503, 2).to(told.get(HOST), HOST);
                });
                long begun = System.nanoTime();
                later.start();
                Outcome outcome = other.get(HOST).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
                long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
                later.join();
                assertThat(outcome).isInstanceOf(Outcome.Admitted.class);
                assertThat(took).as("its slot was after 500 ms").isBetween(2_090L, 3_500L);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"limits: [100000/s]", "limits: [100000/s], key: [host]"})
    void A50_aPauseThatRedisForgetsIsToldAgainByWhoeverKnowsIt(String rule) throws Exception {
        try (RedisServer redis = RedisServer.started();
                Member told = member(redis, rule);
                Member fresh = member(redis, rule)) {
            Member.awaitConnected(redis, 2);
            Answered.comeBackAfter(503, 20).to(told.get(HOST), HOST);
            awaitHeld(told, HOST);
            redis.call("FLUSHALL");
            assertThat(goes(told)).isFalse();
            // Whoever does not know of it hears of it with the next sign of life of one that does.
            Duration soon = Duration.ofSeconds(8);
            org.awaitility.Awaitility.await("told again").atMost(soon).until(() -> !goes(fresh));
            assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
        }
    }

    @Test
    void beyondTheLongestPauseOneCallOfTheFleetTries() throws Exception {
        TimedCase.run(() -> {
            String rule = "limits: [], backoff: {max-pause: 500ms, floor-max: 500ms, floor: 100ms}";
            List<Member> members = new ArrayList<>();
            try (RedisServer redis = RedisServer.started()) {
                for (int i = 0; i < 3; i++) {
                    members.add(member(redis, rule));
                }
                Member.awaitConnected(redis, 3);
                Answered.comeBackAfter(503, 3_600).to(members.get(0).get(HOST), HOST);
                awaitHeld(members.get(1), HOST);
                long begun = System.nanoTime();
                int went = 0;
                Demand probe = null;
                while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(1_500)) {
                    for (Member member : members) {
                        Demand call = member.get(HOST);
                        if (call.acquire(null, 0, Cancellation.NEVER) instanceof Outcome.Admitted) {
                            went++;
                            probe = call;
                        }
                    }
                }
                assertThat(went).as("calls that try").isEqualTo(1);
                Answered.SERVED.to(probe, HOST);
                // All others: one a second, since nothing is known of what went before.
                begun = System.nanoTime();
                went = 0;
                while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(2_500)) {
                    for (Member member : members) {
                        went += goes(member) ? 1 : 0;
                    }
                }
                assertThat(went).isBetween(2, 4);
                assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
            } finally {
                members.forEach(Member::close);
            }
        });
    }
}
