package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.FaultProxy;
import dev.headgate.it.support.redis.Ports;
import dev.headgate.it.support.redis.RedisServer;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Redis dies, hangs, is not there yet, or does not let us in. */
@Execution(ExecutionMode.CONCURRENT)
class OutagesIT {
    private static final Duration SLACK = Duration.ofMillis(60);

    @Test
    void killedAndStartedAgainOnItsPortWithNothingInIt() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started()) {
                outage(redis, redis.port(), redis::kill9, 2_500, redis::start);
            }
        });
    }

    @Test
    void stoppedForFiveSeconds() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started()) {
                outage(redis, redis.port(), redis::pause, 5_000, redis::resume);
            }
        });
    }

    @Test
    void cutOffAndLetInAgain() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    FaultProxy network = FaultProxy.before(redis.port())) {
                outage(redis, network.port(), network::cut, 2_500, network::pass);
            }
        });
    }

    @Test
    void notThereAtTheStartAndThereLater() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.builder().stopped();
                    Member member = Member.of(
                            Member.at(redis.port(), Outage.TIMEOUT_MILLIS) + ", expected-processes: 4", Outage.RULE)) {
                Calls first;
                try (Offer offer = Offer.to(member.downstream("a.test"), 2, 200, 1)) {
                    first = offer.calls();
                    Pause.of(Duration.ofMillis(2_500));
                }
                first.assertBounded(Duration.ofMillis(Outage.TIMEOUT_MILLIS).plus(SLACK));
                assertThat(first.most()).as("of a quarter of 100/s").isBetween(15, 25);
                assertThat(member.journal().warnings()).hasSize(1);
                assertThat(member.journal().recoveries()).isEmpty();

                redis.start();

                member.awaitBack();
                assertTakesTheWholeLimit(member);
                assertThat(member.journal().warnings()).hasSize(1);
                assertThat(member.journal().recoveries()).hasSize(1);
            }
        });
    }

    @Test
    void refusesThePasswordUntilItIsPutRight() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.builder().password("right-one").start();
                    Member member = Member.of(
                            "uri: 'redis://:my-s3cret@127.0.0.1:" + redis.port()
                                    + "', timeout: 200ms, expected-processes: 2",
                            Outage.RULE)) {
                Calls first;
                try (Offer offer = Offer.to(member.downstream("a.test"), 2, 200, 2)) {
                    first = offer.calls();
                    Pause.of(Duration.ofMillis(2_200));
                }
                first.assertBounded(Duration.ofMillis(Outage.TIMEOUT_MILLIS).plus(SLACK));
                assertThat(first.most()).as("of half of 100/s").isBetween(30, 50);
                assertThat(member.journal().warnings()).hasSize(1);
                assertThat(member.journal().toString()).doesNotContain("s3cret").doesNotContain("right-one");

                redis.call("CONFIG", "SET", "requirepass", "my-s3cret");

                member.awaitBack();
                assertTakesTheWholeLimit(member);
                assertThat(member.journal().recoveries()).hasSize(1);
            }
        });
    }

    @Test
    void deniesOrAllowsWhenTheRuleSaysSo() throws Exception {
        TimedCase.run(() -> {
            try (Member member = Member.of(
                    Member.at(Ports.free(), Outage.TIMEOUT_MILLIS),
                    "deny.test: {limits: [100/s], wait: 0, on-failure: deny}",
                    "allow.test: {limits: [100/s], wait: 0, on-failure: allow}")) {
                Awaitility.await()
                        .atMost(Duration.ofSeconds(5))
                        .until(() -> !member.journal().warnings().isEmpty());
                Calls denied = new Calls();
                Calls allowed = new Calls();
                for (int i = 0; i < 50; i++) {
                    denied.make(member.downstream("deny.test"));
                    allowed.make(member.downstream("allow.test"));
                }
                denied.assertBounded(SLACK);
                allowed.assertBounded(SLACK);
                assertThat(denied.admitted()).isEmpty();
                assertThat(allowed.admitted()).hasSize(50);
            }
        });
    }

    private static void outage(RedisServer redis, int port, Runnable lose, int lastsMillis, Runnable giveBack) {
        try (Member one = Member.of(Member.at(port, Outage.TIMEOUT_MILLIS), Outage.RULE);
                Member two = Member.of(Member.at(port, Outage.TIMEOUT_MILLIS), Outage.RULE)) {
            Member.awaitConnected(redis, 2);
            Outage.survive(List.of(one, two), lose, Duration.ofMillis(lastsMillis), giveBack);
        }
    }

    private static void assertTakesTheWholeLimit(Member member) {
        Calls calls;
        try (Offer offer = Offer.to(member.downstream("a.test"), 4, 250, 5)) {
            calls = offer.calls();
            Pause.of(Duration.ofMillis(2_200));
        }
        assertThat(calls.most()).as("most in 900 ms of 100/s").isBetween(75, 100);
        calls.assertBounded(SLACK);
    }
}
