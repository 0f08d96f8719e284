package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One bucket for each key. */
class BucketsTest {
    static Stream<ManualMeter> clocks() {
        return Stream.of(ManualMeter.wall(), ManualMeter.nano());
    }

    private static Buckets<String> threePerMinute(ManualMeter clock, int maxKeys) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(3).refillGreedy(3, Duration.ofMinutes(1)))
                .withCustomTimePrecision(clock)
                .buildKeyed(maxKeys);
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A40 no eviction gives a drained key a fresh bucket")
    void a40(ManualMeter clock) {
        Buckets<String> buckets = threePerMinute(clock, 1000);
        assertThat(buckets.get("k").tryConsumeAsMuchAsPossible()).isEqualTo(3);
        assertThat(buckets.get("").tryConsume(1)).isTrue();
        for (int i = 0; i < 20_000; i++) {
            buckets.get("other " + i).tryConsume(1);
            assertThat(buckets.size()).isLessThanOrEqualTo(1000);
        }
        assertThat(buckets.get("k").tryConsume(1)).isFalse();
        assertThat(buckets.getOverflow().getAvailableTokens()).isZero();
        assertThat(buckets.get("new")).isSameAs(buckets.getOverflow());

        clock.plus(60 * SECOND);
        assertThat(buckets.get("new")).isNotSameAs(buckets.getOverflow());
        assertThat(buckets.size()).isEqualTo(1000);
    }

    @ParameterizedTest
    @MethodSource("clocks")
    void who_still_holds_an_evicted_bucket_has_no_second_budget(ManualMeter clock) {
        Buckets<String> buckets = threePerMinute(clock, 1);
        LocalBucket held = buckets.get("a");
        LocalBucket other = buckets.get("b");
        assertThat(other).isNotSameAs(buckets.getOverflow());
        assertThat(other.tryConsume(3)).isTrue();

        assertThat(held.tryConsume(2)).isTrue();
        assertThat(buckets.getOverflow().getAvailableTokens()).isEqualTo(1);
        assertThat(buckets.get("a").tryConsume(2)).isFalse();

        clock.plus(60 * SECOND);
        assertThat(held.tryConsume(2)).isTrue();
        assertThat(buckets.get("a")).isNotSameAs(held).isNotSameAs(buckets.getOverflow());
        assertThat(buckets.get("a").getAvailableTokens()).isEqualTo(1);
    }

    @Test
    void one_key_has_one_bucket_for_all_threads() throws InterruptedException {
        Buckets<Integer> buckets = Bucket.builder()
                .addLimit(limit -> limit.capacity(50).refillGreedy(1, Duration.ofDays(1)))
                .withCustomTimePrecision(ManualMeter.nano())
                .buildKeyed(64);
        AtomicInteger admitted = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(8);
        for (int t = 0; t < 8; t++) {
            int seed = t;
            threads.execute(() -> {
                for (int i = 0; i < 64 * 25; i++) {
                    admitted.addAndGet(buckets.get((i * 7 + seed) % 64).tryConsume(1) ? 1 : 0);
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(admitted.get()).isEqualTo(64 * 50);
    }

    @Test
    void keys_that_come_and_go_never_get_more_than_their_limit() throws InterruptedException {
        ManualMeter clock = ManualMeter.nano();
        Buckets<Integer> buckets = Bucket.builder()
                .addLimit(limit -> limit.capacity(2).refillGreedy(1, Duration.ofDays(1)))
                .withCustomTimePrecision(clock)
                .buildKeyed(8);
        AtomicInteger[] admitted = new AtomicInteger[32];
        for (int i = 0; i < admitted.length; i++) {
            admitted[i] = new AtomicInteger();
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int t = 0; t < 4; t++) {
            int seed = t;
            threads.execute(() -> {
                for (int i = 0; i < 20_000; i++) {
                    int key = (i * 5 + seed * 11) % 32;
                    LocalBucket bucket = buckets.get(key);
                    boolean own = bucket != buckets.getOverflow();
                    if (i % 3 == 0 && own && bucket.tryConsume(1)) {
                        admitted[key].incrementAndGet();
                    }
                }
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        // A bucket that was evicted while it was held leads to its key's next one, or to the overflow bucket of two
        // tokens.
        int overflow = 2;
        int above = 0;
        for (AtomicInteger each : admitted) {
            above += Math.max(0, each.get() - 2);
        }
        assertThat(above).isLessThanOrEqualTo(overflow);
    }

    @Test
    void claims_on_keys_that_come_and_go_and_new_configurations_do_not_block_each_other() throws InterruptedException {
        Buckets<Integer> buckets = Bucket.builder()
                .addLimit(limit -> limit.capacity(1_000).refillGreedy(1_000, Duration.ofNanos(1_000)))
                .buildKeyed(2);
        BucketConfiguration same = buckets.getOverflow().getConfiguration();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        for (int t = 0; t < 3; t++) {
            int seed = t;
            threads.execute(() -> {
                for (int i = 0; i < 3_000; i++) {
                    Claim one = new Claim(buckets.get((i + seed) % 7), new long[] {1});
                    Claim other = new Claim(buckets.get((3 * i + seed) % 5), new long[] {1});
                    buckets.get(i % 11);
                    Claims.reserve(List.of(one, other), 0);
                }
            });
        }
        threads.execute(() -> {
            for (int i = 0; i < 3_000; i++) {
                buckets.replaceConfiguration(same, TokensInheritanceStrategy.AS_IS);
            }
        });
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void a_new_configuration_reaches_every_key() {
        ManualMeter clock = ManualMeter.nano();
        Buckets<String> buckets = threePerMinute(clock, 10);
        buckets.get("a").tryConsume(3);
        buckets.get("b").tryConsume(1);
        BucketConfiguration wider = BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(6).refillGreedy(6, Duration.ofMinutes(1)))
                .build();
        buckets.replaceConfiguration(wider, TokensInheritanceStrategy.AS_IS);
        assertThat(buckets.get("a").getAvailableTokens()).isZero();
        assertThat(buckets.get("b").getAvailableTokens()).isEqualTo(2);
        assertThat(buckets.get("c").getAvailableTokens()).isEqualTo(6);
        clock.plus(10 * SECOND);
        assertThat(buckets.get("a").getAvailableTokens()).isEqualTo(1);
        assertThat(buckets.get("a").getConfiguration()).isEqualTo(wider);
    }
}
