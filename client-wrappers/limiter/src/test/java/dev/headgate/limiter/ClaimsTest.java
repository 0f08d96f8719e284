package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Several buckets in one step. */
class ClaimsTest {
    private final ManualMeter clock = ManualMeter.nano();

    private LocalBucket perSecond(long tokens) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(tokens).refillGreedy(tokens, Duration.ofSeconds(1)))
                .withCustomTimePrecision(clock)
                .build();
    }

    private static Claim claim(LocalBucket bucket, long... costs) {
        return new Claim(bucket, costs);
    }

    @Test
    void a_call_that_need_not_wait_takes_all() {
        LocalBucket a = perSecond(10);
        LocalBucket b = perSecond(2);
        Reservation now = Claims.reserve(List.of(claim(a, 4), claim(b, 1)), 0);
        assertThat(now.nanosToWait()).isZero();
        assertThat(now.stillToAsk()).isEmpty();
        assertThat(a.getAvailableTokens()).isEqualTo(6);
        assertThat(b.getAvailableTokens()).isEqualTo(1);
    }

    @Test
    void a_call_that_must_wait_reserves_only_where_the_slot_is_latest() {
        LocalBucket a = perSecond(10);
        LocalBucket b = perSecond(2);
        a.tryConsume(10);
        b.tryConsume(2);
        Claim inA = claim(a, 1);
        Claim inB = claim(b, 1);
        Reservation place = Claims.reserve(List.of(inA, inB), SECOND);
        assertThat(place.nanosToWait()).isEqualTo(500 * MILLIS);
        assertThat(place.stillToAsk()).containsExactly(inA);
        clock.atMillis(100);
        assertThat(a.getAvailableTokens()).isEqualTo(1);
        assertThat(b.reserve(1, SECOND).nanosToWait()).isEqualTo(900 * MILLIS);
    }

    @Test
    void a_refusal_charges_nothing_and_names_the_latest_time_to_come_back() {
        LocalBucket a = perSecond(10);
        LocalBucket b = perSecond(2);
        a.tryConsume(10);
        b.tryConsume(2);
        Reservation refused = Claims.reserve(List.of(claim(a, 1), claim(b, 1)), 499 * MILLIS);
        assertThat(refused.nanosToComeBack()).isEqualTo(500 * MILLIS);
        clock.atMillis(500);
        assertThat(a.getAvailableTokens()).isEqualTo(5);
        assertThat(b.getAvailableTokens()).isEqualTo(1);
    }

    @Test
    void the_place_is_given_back_by_cancel() {
        LocalBucket a = perSecond(10);
        LocalBucket b = perSecond(2);
        b.tryConsume(2);
        Reservation place = Claims.reserve(List.of(claim(b, 1), claim(a, 1)), SECOND);
        assertThat(place.cancel()).isTrue();
        assertThat(b.reserve(1, SECOND).nanosToWait()).isEqualTo(500 * MILLIS);
        assertThat(a.getAvailableTokens()).isEqualTo(10);
    }

    @Test
    void claims_on_one_bucket_add_up() {
        LocalBucket a = perSecond(10);
        LocalBucket b = perSecond(10);
        Claim first = claim(a, 4);
        Claim second = claim(a, 4);
        assertThat(Claims.reserve(List.of(first, claim(b, 1), second), 0).isGranted())
                .isTrue();
        assertThat(a.getAvailableTokens()).isEqualTo(2);
        Claim other = claim(b, 1);
        Reservation place = Claims.reserve(List.of(first, other, second), SECOND);
        assertThat(place.nanosToWait()).isEqualTo(600 * MILLIS);
        assertThat(place.stillToAsk()).containsExactly(other);
        assertThatThrownBy(() -> Claims.reserve(List.of(claim(a, 6), claim(a, 6)), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("12 tokens can never go");
        assertThatThrownBy(() -> Claims.reserve(List.of(), 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(b.getAvailableTokens()).isEqualTo(9);
    }

    @Test
    void buckets_with_several_limits_take_a_cost_for_each() {
        LocalBucket a = perSecond(10);
        LocalBucket two = Bucket.builder()
                .addLimit(limit -> limit.capacity(10).refillGreedy(10, Duration.ofSeconds(1)))
                .addLimit(limit -> limit.slidingWindowLog(3, Duration.ofSeconds(1)))
                .withCustomTimePrecision(clock)
                .build();
        assertThat(Claims.reserve(List.of(claim(two, 5, 1), claim(a, 1)), 0).isGranted())
                .isTrue();
        assertThat(Claims.tryConsumeAll(Map.of(two, 2L, a, 9L))).isTrue();
        assertThat(Claims.tryConsumeAll(Map.of(two, 1L, a, 1L))).isFalse();
        assertThat(two.getAvailableTokens()).isZero();
    }

    @Test
    void a_leaky_queue_that_is_full_refuses_for_all() {
        LocalBucket queue = Bucket.builder()
                .addLimit(limit -> limit.leakyBucket(1, Duration.ofSeconds(1)).depth(1))
                .withCustomTimePrecision(clock)
                .build();
        LocalBucket a = perSecond(10);
        queue.tryConsume(1);
        assertThat(Claims.reserve(List.of(claim(queue, 1), claim(a, 1)), 10 * SECOND)
                        .nanosToWait())
                .isEqualTo(SECOND);
        assertThat(Claims.reserve(List.of(claim(queue, 1), claim(a, 1)), 10 * SECOND)
                        .nanosToComeBack())
                .isEqualTo(2 * SECOND);
    }

    @Test
    void threads_that_claim_in_different_orders_do_not_block_each_other() throws InterruptedException {
        LocalBucket a = perSecond(20_000);
        LocalBucket b = perSecond(20_000);
        AtomicInteger granted = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        CountDownLatch start = new CountDownLatch(1);
        for (int t = 0; t < 4; t++) {
            List<Claim> claims = t % 2 == 0 ? List.of(claim(a, 1), claim(b, 1)) : List.of(claim(b, 1), claim(a, 1));
            threads.execute(() -> {
                awaitQuietly(start);
                for (int i = 0; i < 6_000; i++) {
                    granted.addAndGet(Claims.reserve(claims, 0).isGranted() ? 1 : 0);
                }
            });
        }
        start.countDown();
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(granted.get()).isEqualTo(20_000);
        assertThat(a.getAvailableTokens()).isZero();
        assertThat(b.getAvailableTokens()).isZero();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
