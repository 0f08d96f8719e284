package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.FaultProxy;
import dev.headgate.it.support.redis.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What outages of a real server cost those who ask, and how they end. */
class CombinerOutagesIT {
    private static final Duration TIMEOUT = Duration.ofMillis(200);
    /** Where nothing but an outage may take so long, however busy the machine. */
    private static final Duration LONG_TIMEOUT = Duration.ofSeconds(1);
    /** After the return of Redis; the machine may be busy. */
    private static final Duration BACK = Duration.ofSeconds(2);

    private final RedisServer server = RedisServer.started();
    private final FaultProxy proxy = FaultProxy.before(server.port());
    private final Counting.Heard heard = new Counting.Heard();
    private Combiner<String> combiner;

    private void start(int port, Duration timeout) {
        combiner = Counting.combiner(() -> Counting.local(port), timeout, heard);
    }

    private void startAndConnect(int port, Duration timeout) {
        start(port, timeout);
        await().until(combiner::isClosed);
    }

    private String count(String key) {
        return Counting.count(combiner, key);
    }

    private ConstantLoad load() {
        return new ConstantLoad(combiner, "a", TIMEOUT.dividedBy(2));
    }

    @AfterEach
    void stop() {
        combiner.close();
        proxy.close();
        server.close();
    }

    @Test
    void A05_aListenerThatNeverAnswersIsPaidForOnce() {
        proxy.silence();
        start(proxy.port(), TIMEOUT);
        long begun = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            assertThat(count("a")).startsWith("Redis ");
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofMillis(1_500));
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(1));
        proxy.pass();
        await().atMost(Duration.ofSeconds(5)).until(combiner::isClosed);
        assertThat(count("a")).isEqualTo("1");
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(2).endsWith("closed"));
    }

    @Test
    void A05_aServerThatFallsSilentIsPaidForOnceByEachThread() throws Exception {
        startAndConnect(proxy.port(), TIMEOUT);
        try (ConstantLoad load = load()) {
            await().until(() -> load.counted.get() > 1_000);
            proxy.silence();
            await().until(() -> heard.changes.size() == 2);
            int before = load.troubled.get();
            await().until(() -> load.troubled.get() > before + 1_000);
            assertThat(load.mostWaits()).isLessThanOrEqualTo(1);
            proxy.pass();
            await().atMost(BACK.plusSeconds(1)).until(combiner::isClosed);
        }
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(3).endsWith("closed"));
        assertThat(heard.changes.get(1)).startsWith("opened: Redis ").contains(" did not answer within 200 ms");
    }

    @Test
    void A21_aLateReplyIsNotThatOfAnotherKey() {
        startAndConnect(proxy.port(), TIMEOUT);
        for (int i = 1; i <= 5; i++) {
            assertThat(count("a")).isEqualTo(Integer.toString(i));
        }
        proxy.hold(Duration.ofMillis(600));
        assertThat(count("a")).contains("did not answer within 200 ms");
        proxy.pass();
        await().atMost(BACK).until(combiner::isClosed);
        assertThat(count("b")).isEqualTo("1");
        assertThat(count("a")).isEqualTo("7");
        assertThat(proxy.connections().get(0).closedByClient()).isTrue();
    }

    @Test
    void A41_repliesThatAreHeldHoldNobodyAndLaterCallsAreCountedAgain() throws Exception {
        startAndConnect(proxy.port(), TIMEOUT);
        proxy.hold(Duration.ofSeconds(5));
        List<Thread> threads = new ArrayList<>();
        AtomicLong longest = new AtomicLong();
        for (int i = 0; i < 5; i++) {
            Thread thread = new Thread(() -> {
                long begun = System.nanoTime();
                count("a");
                longest.accumulateAndGet(System.nanoTime() - begun, Math::max);
            });
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(Duration.ofNanos(longest.get())).isLessThan(Duration.ofMillis(450));
        proxy.pass();
        await().atMost(BACK).until(combiner::isClosed);
        assertThat(count("b")).isEqualTo("1");
    }

    @Test
    void aKilledServerThatComesBackEmptyIsAskedAgainAndNothingIsSentTwice() throws Exception {
        startAndConnect(server.port(), LONG_TIMEOUT);
        try (ConstantLoad load = load()) {
            await().until(() -> load.counted.get() > 1_000);
            server.kill9();
            await().until(() -> heard.changes.size() == 2);
            await().until(() -> load.troubled.get() > 1_000);
            int before = load.counted.get();
            server.start();
            await().atMost(BACK).until(() -> load.counted.get() > before + 1_000);
            load.close();
            assertThat(Duration.ofNanos(load.longestNanos.get())).isLessThan(LONG_TIMEOUT.multipliedBy(2));
            assertThat(Integer.parseInt(String.valueOf(server.call("GET", "a"))))
                    .isEqualTo(load.counted.get() - before);
        }
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(3).endsWith("closed"));
    }

    @Test
    void aServerThatStandsStillForFiveSecondsIsPaidForOnceByEachThread() throws Exception {
        startAndConnect(server.port(), LONG_TIMEOUT);
        try (ConstantLoad load = load()) {
            await().until(() -> load.counted.get() > 1_000);
            server.pause();
            Pause.of(Duration.ofSeconds(5));
            int before = load.counted.get();
            server.resume();
            await().atMost(BACK).until(() -> load.counted.get() > before);
            assertThat(load.mostWaits()).isLessThanOrEqualTo(1);
            assertThat(Duration.ofNanos(load.longestNanos.get())).isLessThan(LONG_TIMEOUT.multipliedBy(2));
        }
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(3).endsWith("closed"));
    }

    @Test
    void whoForgetsItsScriptsIsToldThemAndNobodyNotices() throws Exception {
        startAndConnect(server.port(), LONG_TIMEOUT);
        try (ConstantLoad load = load()) {
            for (int i = 1; i <= 20; i++) {
                int some = i * 500;
                await().until(() -> load.counted.get() > some);
                server.call("SCRIPT", "FLUSH");
            }
            load.close();
            assertThat(load.troubled).hasValue(0);
            assertThat(server.call("GET", "a")).isEqualTo(Integer.toString(load.counted.get()));
        }
        await().untilAsserted(() -> assertThat(heard.changes).containsExactly("closed"));
    }

    @Test
    void anInterruptedThreadIsAnsweredAndStaysInterrupted() {
        startAndConnect(server.port(), LONG_TIMEOUT);
        Thread.currentThread().interrupt();
        String answer = count("a");
        assertThat(Thread.interrupted()).isTrue();
        assertThat(answer).isEqualTo("1");
        assertThat(count("a")).isEqualTo("2");
        await().untilAsserted(() -> assertThat(heard.changes).containsExactly("closed"));
    }

    @Test
    void aServerThatComesLaterIsFound() {
        server.stop();
        start(server.port(), LONG_TIMEOUT);
        assertThat(count("a")).contains("cannot be reached");
        server.start();
        await().atMost(BACK).until(combiner::isClosed);
        assertThat(count("a")).isEqualTo("1");
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(2).endsWith("closed"));
    }

    @Test
    void aPasswordThatIsMissingIsSaidOnceAndTheRightOneIsTakenWhenItComes() {
        server.call("CONFIG", "SET", "requirepass", "s3cret");
        start(server.port(), LONG_TIMEOUT);
        assertThat(count("a")).isEqualTo("Redis answered NOAUTH Authentication required.");
        assertThat(count("a")).isEqualTo("Redis answered NOAUTH Authentication required.");
        try (var connection = server.connect()) {
            connection.call("AUTH", "s3cret");
            connection.call("CONFIG", "SET", "requirepass", "");
        }
        await().atMost(BACK).until(combiner::isClosed);
        assertThat(count("a")).isEqualTo("1");
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(2).endsWith("closed"));
    }

    @Test
    void aServerWithoutMemoryOpensTheBreakerUntilItHasSome() {
        startAndConnect(server.port(), LONG_TIMEOUT);
        server.call("CONFIG", "SET", "maxmemory-policy", "noeviction");
        server.call("CONFIG", "SET", "maxmemory", "1");
        assertThat(count("a")).startsWith("Redis answered OOM ");
        assertThat(count("a")).startsWith("Redis answered OOM ");
        server.call("CONFIG", "SET", "maxmemory", "0");
        await().atMost(BACK).until(combiner::isClosed);
        assertThat(count("a")).isEqualTo("1");
        await().untilAsserted(() -> assertThat(heard.changes).hasSize(3).endsWith("closed"));
    }
}
