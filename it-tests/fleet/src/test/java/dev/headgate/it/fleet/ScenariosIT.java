package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.FaultProxy;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.throttle.Throttle;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Faults that real systems had when their Redis was slow or silent. */
@Execution(ExecutionMode.CONCURRENT)
class ScenariosIT {
    private static final Duration SLACK = Duration.ofMillis(60);

    /** In its first second a process has more patience with its own code than later with Redis. */
    private static final Duration COLD = Duration.ofMillis(1_100);

    @Test
    @DisplayName("A05_redisThatNeverAnswersIsPaidOnce")
    void redisThatNeverAnswersIsPaidOnce() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    FaultProxy network = FaultProxy.before(redis.port())) {
                network.silence();
                try (Member member = Member.of(
                        Member.at(network.port(), 200) + ", on-failure: allow",
                        "a.test: {limits: [100/s], wait: 0}",
                        "b.test: {limits: [1/h], wait: 0}")) {
                    Calls calls = new Calls();
                    long began = System.nanoTime();
                    for (int i = 0; i < 20; i++) {
                        calls.make(member.downstream("a.test"));
                    }
                    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThanOrEqualTo(Duration.ofSeconds(1));
                    assertThat(calls.admitted()).hasSize(20);
                    assertThat(member.journal().warnings()).hasSizeLessThanOrEqualTo(1);

                    network.pass();

                    member.awaitBack();
                    Throttle once = member.downstream("b.test");
                    once.tryAcquire();
                    assertThat(once.tryAcquire()).as("limited again").isFalse();
                }
            }
        });
    }

    @Test
    @DisplayName("A41_noCallWaitsForAConnection")
    void noCallWaitsForAConnection() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    FaultProxy network = FaultProxy.before(redis.port());
                    Member member = Member.of(
                            Member.at(network.port(), 200) + ", on-failure: allow",
                            "a.test: {limits: [1000/h], wait: 0}")) {
                Member.awaitConnected(redis, 1);
                Pause.of(COLD);
                network.hold(Duration.ofSeconds(5));
                Calls calls;
                try (Offer offer = Offer.to(member.downstream("a.test"), 5, 100, 3)) {
                    calls = offer.calls();
                    Pause.of(Duration.ofMillis(2_000));
                    network.pass();
                }
                calls.assertBounded(Duration.ofMillis(450));
                member.awaitBack();
                long before = network.connections().size();
                assertThat(new Calls().make(member.downstream("a.test")).took()).isLessThan(Duration.ofMillis(100));
                assertThat(network.connections()).hasSize((int) before);
            }
        });
    }

    @Test
    @DisplayName("A21_lateReplyIsNobodysElse")
    void lateReplyIsNobodysElse() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    FaultProxy network = FaultProxy.before(redis.port());
                    Member member = Member.of(
                            Member.at(network.port(), 100) + ", on-failure: allow",
                            "a.test: {limits: [{fixed-window: 5/1d}], wait: 0}",
                            "b.test: {limits: [{fixed-window: 100/1d}], wait: 0}")) {
                Member.awaitConnected(redis, 1);
                Pause.of(COLD);
                Calls calls = new Calls();
                int connections = network.connections().size();
                network.hold(Duration.ofMillis(300));
                assertThat(calls.make(member.downstream("a.test")).admitted())
                        .as("allowed")
                        .isTrue();
                network.pass();
                assertThat(calls.make(member.downstream("b.test")).admitted()).isTrue();
                calls.assertBounded(Duration.ofMillis(100).plus(SLACK));
                member.awaitBack();
                assertThat(network.connections()).hasSizeGreaterThan(connections);
                assertThat(network.connections().get(connections - 1).closedByClient())
                        .isTrue();
                Calls a = new Calls();
                Calls b = new Calls();
                for (int i = 0; i < 110; i++) {
                    a.make(member.downstream("a.test"));
                    b.make(member.downstream("b.test"));
                }
                a.assertBounded(Duration.ofMillis(100));
                b.assertBounded(Duration.ofMillis(100));
                // The first call of each was before: of a it was decided in Redis and nobody heard, of b nobody asked.
                assertThat(a.admitted()).hasSize(4);
                assertThat(b.admitted()).hasSizeBetween(99, 100);
                assertThat(member.journal().warnings()).hasSize(1);
            }
        });
    }
}
