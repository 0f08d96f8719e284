package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.limiter.Bandwidth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** How long what scripts remember lives, by the server's clock. */
class StateLifeIT extends OnServer {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static long pttl(Schedule budget) {
        return (Long) server.call("PTTL", budget.key());
    }

    private static long expiryMicros(Schedule budget) {
        return 1_000 * (Long) server.call("PEXPIRETIME", budget.key());
    }

    @Test
    void A13_a_bucket_that_fills_within_a_second_is_remembered_until_it_is_full() throws LineBrokenException {
        Schedule three =
                budget(Bandwidth.builder().capacity(1).refillGreedy(3, SECOND).build());
        List<Ask> asks = List.of(new Ask(List.of(new long[] {1}), 0));
        Reply first = talk.decide(List.of(three), Terms.SERVER, asks);
        assertThat(first.decisions()).containsExactly(new Decision.Go(0));
        assertThat(expiryMicros(three) - first.nowMicros()).isBetween(333_334L, 400_000L);
        int went = 0;
        long wait = 0;
        for (int i = 0; i < 9; i++) {
            Decision next = talk.take(three, Terms.SERVER, 1, 0);
            went += next instanceof Decision.Go ? 1 : 0;
            wait = next instanceof Decision.Refused ? ((Decision.Refused) next).comeBackMicros() : wait;
        }
        assertThat(went).isZero();
        assertThat(wait).isBetween(1L, 333_334L);

        Schedule hundred =
                budget(Bandwidth.builder().capacity(1).refillGreedy(100, SECOND).build());
        List<Long> times = new ArrayList<>();
        long start = System.nanoTime();
        while (System.nanoTime() - start < 300_000_000) {
            Reply reply = talk.decide(List.of(hundred), Terms.SERVER, asks);
            if (reply.decisions().get(0) instanceof Decision.Go) {
                times.add(reply.nowMicros());
            }
        }
        assertThat(times).hasSizeGreaterThan(11);
        for (int i = 11; i < times.size(); i++) {
            assertThat(times.get(i) - times.get(i - 11)).isGreaterThan(100_000);
        }
    }

    @Test
    void A16_a_counter_outlives_the_window_after_its_own_and_no_longer() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder()
                .slidingWindowCounter(10, Duration.ofSeconds(10))
                .build());
        assertThat(takes(budget, Terms.SERVER, 10)).isEqualTo(10);
        assertThat(pttl(budget)).isBetween(10_000L, 20_000L);
        Schedule shortOne = budget(Bandwidth.builder()
                .slidingWindowCounter(10, Duration.ofMillis(100))
                .build());
        assertThat(takes(shortOne, Terms.SERVER, 1)).isEqualTo(1);
        await().atMost(SECOND).until(() -> KeyScan.keys(server, shortOne.key()).isEmpty());
    }

    @Test
    void A29_a_window_never_becomes_immortal() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder().fixedWindow(10, SECOND).build());
        awaitWindow();
        assertThat(take(budget, Terms.SERVER, 3)).isEqualTo("ok");
        assertThat(pttl(budget)).isBetween(1L, 1_000L);
        assertThat(take(budget, Terms.SERVER, 7)).isEqualTo("ok");
        assertThat(take(budget, Terms.SERVER, 1)).startsWith("no");
        awaitWindow();
        assertThat(take(budget, Terms.SERVER, 10)).isEqualTo("ok");
        server.call("PERSIST", budget.key());
        awaitWindow();
        assertThat(take(budget, Terms.SERVER, 1)).isEqualTo("ok");
        assertThat(pttl(budget)).isBetween(1L, 1_000L);
    }

    /** Waits for the next second of the server's clock. */
    private static void awaitWindow() {
        long now = second();
        await().atMost(Duration.ofSeconds(5)).pollInterval(Duration.ofMillis(5)).until(() -> second() > now);
    }

    private static long second() {
        return Long.parseLong(String.valueOf(((List<?>) server.call("TIME")).get(0)));
    }

    @Test
    void a_bucket_that_starts_empty_is_written_by_a_refusal_and_kept_for_a_day_after_it_is_full()
            throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder()
                .capacity(10)
                .refillGreedy(10, SECOND)
                .initialTokens(0)
                .build());
        assertThat(take(budget, Terms.SERVER, 10)).isEqualTo("no 1000000");
        assertThat(pttl(budget)).isBetween(86_400_000L, 86_401_001L);
    }

    @Test
    void a_refusal_writes_nothing() throws LineBrokenException {
        Schedule budget = budget(
                Bandwidth.simple(1, Duration.ofHours(1)),
                Bandwidth.builder().slidingWindowLog(1, Duration.ofHours(1)).build());
        assertThat(take(budget, Terms.SERVER, 1)).isEqualTo("ok");
        String before = String.valueOf(server.call("GET", budget.key()));
        long changes = changes();
        assertThat(takes(budget, Terms.SERVER, 20)).isZero();
        assertThat(changes()).isEqualTo(changes);
        assertThat(server.call("GET", budget.key())).isEqualTo(before);
    }

    private static long changes() {
        String info = String.valueOf(server.call("INFO", "persistence"));
        return Long.parseLong(info.replaceAll("(?s).*rdb_changes_since_last_save:([0-9]+).*", "$1"));
    }

    @Test
    void A47_calls_of_one_instant_are_all_remembered() throws Exception {
        Schedule budget = budget(Bandwidth.builder().slidingWindowLog(5, SECOND).build());
        ExecutorService threads = Executors.newFixedThreadPool(50);
        CountDownLatch barrier = new CountDownLatch(50);
        List<Future<Boolean>> calls = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            calls.add(threads.submit(() -> {
                try (ScheduleTalk own = new ScheduleTalk(server)) {
                    barrier.countDown();
                    barrier.await();
                    return own.take(budget, at(0), 1, 0) instanceof Decision.Go;
                }
            }));
        }
        int went = 0;
        for (Future<Boolean> call : calls) {
            went += call.get() ? 1 : 0;
        }
        threads.shutdown();
        assertThat(went).isEqualTo(5);
        assertThat(server.call("LLEN", budget.key() + "~log1")).isEqualTo(5L);
    }

    @Test
    void a_log_takes_at_most_12_bytes_a_token_at_every_moment_of_a_fill() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder()
                .slidingWindowLog(4_000, Duration.ofMinutes(1))
                .build());
        String list = new String(budget.keys().get(1), StandardCharsets.US_ASCII);
        double worst = 0;
        try (RedisConnection redis = server.connect()) {
            for (int n = 50; n <= 4_000; n += 50) {
                for (int i = 0; i < 50; i++) {
                    assertThat(take(budget, at(n / 10.0), 1)).isEqualTo("ok");
                }
                long bytes = redis.number("MEMORY", "USAGE", list, "SAMPLES", 0)
                        + redis.number("MEMORY", "USAGE", budget.key(), "SAMPLES", 0);
                worst = n < 1_000 ? worst : Math.max(worst, (double) bytes / n);
            }
        }
        assertThat(worst).isLessThanOrEqualTo(12);
    }

    @Test
    void a_log_in_cells_takes_about_15_kilobytes() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder()
                .slidingWindowLog(1_000_000, Duration.ofSeconds(10))
                .build());
        for (int i = 0; i < 1_100; i++) {
            assertThat(take(budget, at(i * 9.8), 900)).isEqualTo("ok");
        }
        long bytes = 0;
        for (byte[] key : budget.keys()) {
            bytes += (Long) server.call("MEMORY", "USAGE", new String(key, StandardCharsets.US_ASCII), "SAMPLES", 0);
        }
        assertThat(bytes).isLessThanOrEqualTo(16_384);
    }
}
