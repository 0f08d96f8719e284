package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.it.support.ArrivalCheck;
import dev.headgate.it.support.redis.FaultProxy;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the calls of several processes come back after a pause or failures, with Redis and without. */
@Execution(ExecutionMode.CONCURRENT)
class ReleaseIT {
    private static final String HOST = "a.test";
    private static final int MEMBERS = 4;
    private static final int PER_SECOND = 5;
    private static final int WAITING = 8;
    private static final int PATIENT_MILLIS = 2_000;

    private final List<Member> members = new ArrayList<>();
    private final Collection<Long> arrivals = new ConcurrentLinkedQueue<>();

    @AfterEach
    void close() {
        members.forEach(Member::close);
    }

    private void join(int port, int timeoutMillis, String rule) {
        members.add(Member.of(Member.at(port, timeoutMillis), HOST + ": {" + rule + "}"));
    }

    /** All members call so often, one after the other, and are served. */
    private void serve(Duration time) {
        long begun = System.nanoTime();
        long gap = TimeUnit.SECONDS.toNanos(1) / PER_SECOND / MEMBERS;
        for (int i = 0; System.nanoTime() - begun < time.toNanos(); i++) {
            Demand call = members.get(i % MEMBERS).get(HOST);
            if (call.acquire(null, 0, Cancellation.NEVER) instanceof Outcome.Admitted) {
                Answered.SERVED.to(call, HOST);
            }
            LockSupport.parkNanos(begun + (i + 1) * gap - System.nanoTime());
        }
    }

    /** Of each member so many calls wait now. Returns when all have gone or given up. */
    private void crowd() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (Member member : members) {
            for (int i = 0; i < WAITING; i++) {
                threads.add(new Thread(() -> {
                    if (member.get(HOST).acquire(null, Long.MAX_VALUE, Cancellation.NEVER)
                            instanceof Outcome.Admitted) {
                        arrivals.add(System.nanoTime());
                    }
                }));
            }
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private static double bound() {
        return 1 + 1.5 * PER_SECOND * MEMBERS * 0.1;
    }

    @ParameterizedTest
    @ValueSource(strings = {"limits: []", "limits: [{fixed-window: 100000/s}]", "limits: [100000/s], key: [host]"})
    void whoWaitedForTheEndOfAPauseComesBackAtThePaceThatWentBefore(String rule) throws Exception {
        TimedCase.run(() -> {
            arrivals.clear();
            try (RedisServer redis = RedisServer.started()) {
                for (int i = 0; i < MEMBERS; i++) {
                    join(redis.port(), PATIENT_MILLIS, rule + ", wait: 4s, backoff: {max-pause: 300s}");
                }
                Member.awaitConnected(redis, MEMBERS);
                serve(Duration.ofMillis(2_500));
                long told = System.nanoTime();
                Answered.comeBackAfter(503, 1).to(members.get(0).get(HOST), HOST);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
                crowd();
                assertThat(arrivals).hasSize(MEMBERS * WAITING);
                assertThat(arrivals).allMatch(at -> at - told >= TimeUnit.SECONDS.toNanos(1));
                assertThat(ArrivalCheck.mostIn(Duration.ofMillis(100), arrivals))
                        .as("calls in 100 ms")
                        .isLessThanOrEqualTo((int) bound());
                assertThat(ArrivalCheck.span(arrivals)).isLessThan(Duration.ofMillis(2_500));
                assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
            } finally {
                close();
                members.clear();
            }
        });
    }

    @Test
    void onTheShareADateReleasesNoHerd() throws Exception {
        TimedCase.run(() -> {
            arrivals.clear();
            try (RedisServer redis = RedisServer.started()) {
                for (int i = 0; i < MEMBERS; i++) {
                    join(redis.port(), 50, "limits: [], wait: 5s, backoff: {max-pause: 300s}");
                }
                Member.awaitConnected(redis, MEMBERS);
                serve(Duration.ofMillis(2_500));
                redis.stop();
                serve(Duration.ofMillis(300));
                Instant date = Instant.now().plusSeconds(2);
                long end = System.nanoTime()
                        + Duration.between(Instant.now(), Instant.ofEpochSecond(date.getEpochSecond()))
                                .toNanos();
                for (Member member : members) {
                    Answered.comeBackAt(date).to(member.get(HOST), HOST);
                }
                crowd();
                assertThat(arrivals).hasSize(MEMBERS * WAITING);
                assertThat(arrivals).allMatch(at -> at - end >= 0);
                long first = Collections.min(arrivals);
                assertThat(arrivals.stream().filter(at -> at - first < 100_000_000))
                        .as("calls in the first 100 ms")
                        .hasSizeLessThanOrEqualTo((int) bound());
            } finally {
                close();
                members.clear();
            }
        });
    }

    @Test
    void aPauseThatIsKnownOutlivesRedisAndOneThatWasOrderedWithoutItIsToldWhenItIsBack() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started();
                    FaultProxy proxy = FaultProxy.before(redis.port())) {
                String rule = "limits: [100000/s], wait: 0, backoff: {max-pause: 300s}";
                join(proxy.port(), PATIENT_MILLIS, rule);
                join(proxy.port(), PATIENT_MILLIS, rule.replace("backoff", "on-failure: allow, backoff"));
                join(redis.port(), PATIENT_MILLIS, rule);
                Member.awaitConnected(redis, 3);
                Member hears = members.get(0);
                Answered.comeBackAfter(503, 3).to(members.get(2).get(HOST), HOST);
                long told = System.nanoTime();
                await("all know it")
                        .atMost(Duration.ofMillis(1_500))
                        .until(() -> !goes(hears) && !goes(members.get(1)));
                proxy.cut();
                while (System.nanoTime() - told < TimeUnit.MILLISECONDS.toNanos(2_900)) {
                    assertThat(goes(hears)).isFalse();
                    assertThat(goes(members.get(1))).isFalse();
                }
                await("it ends").atMost(Duration.ofSeconds(2)).until(() -> goes(hears) && goes(members.get(1)));
                // Ordered while Redis cannot be told.
                Answered.comeBackAfter(503, 60).to(hears.get(HOST), HOST);
                assertThat(goes(hears)).isFalse();
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_100));
                assertThat(goes(members.get(2))).as("has not heard of it").isTrue();
                proxy.pass();
                await("has heard of it").atMost(Duration.ofSeconds(5)).until(() -> !goes(members.get(2)));
                assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
            } finally {
                close();
                members.clear();
            }
        });
    }

    private static boolean goes(Member member) {
        return member.get(HOST).acquire(null, 0, Cancellation.NEVER) instanceof Outcome.Admitted;
    }

    @Test
    void whatOneSeesFailAllDoLess() throws Exception {
        TimedCase.run(() -> {
            try (RedisServer redis = RedisServer.started()) {
                for (int i = 0; i < MEMBERS; i++) {
                    join(redis.port(), PATIENT_MILLIS, "limits: [], wait: 0, backoff: {floor: 0s}");
                }
                Member.awaitConnected(redis, MEMBERS);
                serve(Duration.ofMillis(1_500));
                Demand call = members.get(0).get(HOST);
                for (int i = 0; i < 20; i++) {
                    Answered.BUSY.to(call, HOST);
                }
                serve(Duration.ofMillis(1_200));
                for (int i = 0; i < 40; i++) {
                    Answered.BUSY.to(call, HOST);
                }
                // The window in which these are counted closes at the end of a second.
                serve(Duration.ofMillis(1_200));
                long begun = System.nanoTime();
                int went = 0;
                while (System.nanoTime() - begun < TimeUnit.SECONDS.toNanos(1)) {
                    went += goes(members.get(3)) ? 1 : 0;
                }
                assertThat(went).as("of any number, in a second").isBetween(10, PER_SECOND * MEMBERS);
            } finally {
                close();
                members.clear();
            }
        });
    }
}
