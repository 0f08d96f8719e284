package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Redis answers, but not as one would like: its memory, its scripts, its clock or its keys have changed under us. */
@Execution(ExecutionMode.CONCURRENT)
class StateTroubleIT {
    /** Long enough that only a fault makes a trip fail, on a machine with much to do. */
    private static final int PATIENT_MILLIS = 2_000;

    private static final Duration QUICK = Duration.ofSeconds(1);
    private static final String PER_HOUR = "a.test: {limits: [100/h], wait: 0}";
    private static final String ALL_KINDS =
            "{limits: [40/h, {token-bucket: 40/h, capacity: 60}, {leaky-bucket: 40/h, depth: 60,"
                    + " meter: true}, {fixed-window: 60/h}, {sliding-window-counter: 60/h}], wait: 0}";

    private static Member member(RedisServer redis, String... downstreams) {
        Member member = Member.of(Member.at(redis.port(), PATIENT_MILLIS), downstreams);
        Member.awaitConnected(redis, 1);
        return member;
    }

    private static Calls make(int count, Member member, String downstream) {
        Calls calls = new Calls();
        for (int i = 0; i < count; i++) {
            calls.make(member.downstream(downstream));
        }
        return calls;
    }

    @Test
    void forgottenScriptsAreSentAgain() {
        try (RedisServer redis = RedisServer.started();
                Member member = member(redis, PER_HOUR)) {
            assertThat(make(60, member, "a.test").admitted()).hasSize(60);

            redis.call("SCRIPT", "FLUSH");

            Calls after = make(60, member, "a.test");
            after.assertBounded(QUICK);
            assertThat(after.admitted()).as("what was left of 100").hasSize(40);
            assertThat(member.journal().warnings()).isEmpty();
            assertNothingStays(redis);
        }
    }

    @Test
    void lostStateIsOneBucketMoreAndNoneForAProcessThatRemembers() {
        try (RedisServer redis = RedisServer.started();
                Member one = member(redis, PER_HOUR);
                Member two = member(redis, PER_HOUR)) {
            assertThat(make(80, one, "a.test").admitted()).hasSize(80);
            assertThat(make(80, two, "a.test").admitted()).hasSize(20);

            redis.call("FLUSHALL");

            Calls remembers = make(150, one, "a.test");
            Pause.of(Duration.ofMillis(300)); // that long a refusal is believed without asking again
            Calls other = make(150, two, "a.test");
            remembers.assertBounded(QUICK);
            other.assertBounded(QUICK);
            assertThat(remembers.admitted())
                    .as("of the whole limit in front of Redis")
                    .hasSize(20);
            assertThat(other.admitted()).as("one bucket more in all").hasSize(80);
            assertThat(one.journal().warnings()).isEmpty();
            assertThat(two.journal().warnings()).isEmpty();
            assertNothingStays(redis);
        }
    }

    @Test
    void aClusterTakesTheKeysOfOneRule() {
        try (RedisServer redis = RedisServer.builder().cluster().start();
                Member member = member(
                        redis,
                        "all.test: " + ALL_KINDS,
                        "keyed: {match: {hosts: [k.test]}, key: [host], limits: [40/h, {fixed-window: 60/h, key: []}], wait: 0}")) {
            for (String rule : List.of("all.test", "keyed")) {
                Calls calls = make(60, member, rule);
                calls.assertBounded(QUICK);
                assertThat(calls.admitted()).as(rule).hasSize(40);
            }
            assertThat(member.journal().warnings()).isEmpty();
            assertThat(KeyScan.keys(redis, "*")).isNotEmpty();
            assertNothingStays(redis);
        }
    }

    @Test
    void fullMemoryIsToldOnceAndGoesByTheShare() {
        try (RedisServer redis = RedisServer.builder()
                        .config("maxmemory-policy noeviction")
                        .start();
                Member member = member(redis, "a.test: {limits: [100/s], wait: 0}")) {
            assertThat(make(1, member, "a.test").admitted()).hasSize(1);
            redis.call("CONFIG", "SET", "maxmemory", 1);

            Calls full = offered(member, Duration.ofMillis(1_500));

            full.assertBounded(QUICK);
            assertThat(full.most()).isBetween(30, 100);
            assertThat(member.journal().warnings()).hasSize(1).allMatch(line -> line.startsWith("HG-4"));

            redis.call("CONFIG", "SET", "maxmemory", 0);

            assertRecoversOnce(member);
            assertThat(offered(member, Duration.ofMillis(1_500)).most()).isBetween(70, 100);
            assertNothingStays(redis);
        }
    }

    @Test
    void evictedKeysCostAtMostOneBucketEach() {
        try (RedisServer redis = RedisServer.builder()
                        .config("maxmemory 4mb")
                        .config("maxmemory-policy allkeys-lru")
                        .start();
                Member member = member(redis, PER_HOUR)) {
            Calls before = make(60, member, "a.test");
            try (RedisConnection connection = redis.connect()) {
                String block = "x".repeat(10_000);
                for (int i = 0; i < 2_000; i++) {
                    connection.call("SET", "filler" + i, block, "PX", 60_000);
                }
                assertThat(connection.text("INFO", "stats")).doesNotContain("evicted_keys:0\r");
            }
            Calls after = make(100, member, "a.test");

            after.assertBounded(QUICK);
            assertThat(before.admitted().size() + after.admitted().size())
                    .as("of 100/h, whatever Redis forgot")
                    .isEqualTo(100);
            assertThat(member.journal().warnings())
                    .as("but what Redis forgot")
                    .hasSizeLessThanOrEqualTo(1)
                    .allMatch(line -> line.startsWith("HG-405"));
        }
    }

    @Test
    void aKeyOfAnotherTypeIsToldOnceAndOtherRulesGoOn() {
        try (RedisServer redis = RedisServer.started();
                Member member =
                        member(redis, "a.test: {limits: [100/s], wait: 0}", "b.test: {limits: [100/h], wait: 0}")) {
            make(3, member, "a.test");
            List<String> keys = KeyScan.keys(redis, "*a.test*");
            assertThat(keys).isNotEmpty();
            for (String key : keys) {
                redis.call("DEL", key);
                redis.call("GEOADD", key, 1, 1, "a place");
                redis.call("PEXPIRE", key, 60_000);
            }

            Calls spoilt = offered(member, Duration.ofMillis(1_500));
            Calls other = make(150, member, "b.test");

            spoilt.assertBounded(QUICK);
            assertThat(spoilt.most()).as("the limit and what was lost").isBetween(30, 200);
            assertThat(other.admitted()).hasSize(100);
            assertThat(redis.call("EXISTS", KeyScan.keys(redis, "*b.test*").get(0)))
                    .isEqualTo(1L);
            assertThat(member.journal().warnings())
                    .hasSize(1)
                    .allMatch(line -> line.startsWith("HG-402") && line.contains("a.test"));

            assertNothingStays(redis);
        }
    }

    @Test
    void aServerClockThatGoesBackAnHourNeitherFreezesNorRefills() {
        try (RedisServer redis = RedisServer.started();
                Member one = member(redis, "a.test: {limits: [100/10s], wait: 0}");
                Member two = member(redis, "a.test: {limits: [100/10s], wait: 0}")) {
            assertThat(make(60, one, "a.test").admitted()).hasSize(60);

            StateShift.by(redis, Duration.ofHours(1));

            assertThat(make(100, two, "a.test").admitted())
                    .as("what was left of 100")
                    .hasSize(40);
            Pause.of(Duration.ofMillis(10_200));
            assertThat(make(130, two, "a.test").admitted()).as("a period later").hasSize(100);
            assertThat(make(130, one, "a.test").admitted()).isEmpty();
            assertNothingStays(redis);
        }
    }

    @Test
    void aServerClockThatGoesForwardAnHourRefillsOnce() {
        try (RedisServer redis = RedisServer.started();
                Member one = member(redis, "a.test: {limits: [100/h], wait: 0}");
                Member two = member(redis, "a.test: {limits: [100/h], wait: 0}")) {
            assertThat(make(60, one, "a.test").admitted()).hasSize(60);

            StateShift.by(redis, Duration.ofHours(-1).minusSeconds(1));

            assertThat(make(130, two, "a.test").admitted()).as("one bucket").hasSize(100);
            assertThat(make(130, one, "a.test").admitted()).isEmpty();
            assertNothingStays(redis);
        }
    }

    private static Calls offered(Member member, Duration time) {
        try (Offer offer = Offer.to(member.downstream("a.test"), 2, 250, 7)) {
            Pause.of(time);
            return offer.calls();
        }
    }

    private static void assertRecoversOnce(Member member) {
        Awaitility.await("Redis decides again")
                .pollInterval(Duration.ofMillis(50))
                .atMost(Duration.ofSeconds(5))
                .until(() -> {
                    make(1, member, "a.test");
                    return !member.journal().recoveries().isEmpty();
                });
        assertThat(member.journal().recoveries()).hasSize(1);
    }

    private static void assertNothingStays(RedisServer redis) {
        assertThat(KeyScan.withoutTtl(redis, "*")).as("keys without a TTL").isEmpty();
    }
}
