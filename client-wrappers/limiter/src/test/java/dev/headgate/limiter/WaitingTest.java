package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Threads that wait, calls that are scheduled, and who hears of them. */
class WaitingTest {
    private final ManualMeter clock = ManualMeter.wall();
    private final List<Long> parked = new ArrayList<>();
    private final SimpleBucketListener listener = new SimpleBucketListener();
    private final ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(2);

    @AfterEach
    void stop() {
        scheduler.shutdownNow();
    }

    private LocalBucket tenPerSecond() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(1).refillGreedy(10, Duration.ofSeconds(1)))
                .withCustomTimePrecision(clock)
                .withListener(listener)
                .build();
    }

    private static LocalBucket real() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(1).refillGreedy(10, Duration.ofSeconds(1)))
                .build();
    }

    private void park(long nanos) {
        parked.add(nanos);
        clock.plus(nanos);
    }

    @Test
    void a_thread_waits_exactly_until_its_slot() throws InterruptedException {
        LocalBucket bucket = tenPerSecond();
        assertThat(bucket.asBlocking().tryConsume(1, 1, this::park)).isTrue();
        assertThat(bucket.asBlocking().tryConsume(1, 100 * MILLIS, this::park)).isTrue();
        assertThat(bucket.asBlocking().tryConsume(1, 100 * MILLIS - 1, this::park))
                .isFalse();
        assertThat(bucket.asBlocking().tryConsumeUninterruptibly(1, Duration.ofSeconds(1), this::park))
                .isTrue();
        assertThat(parked).containsExactly(100 * MILLIS, 100 * MILLIS);
        assertThat(listener.getConsumed()).isEqualTo(3);
        assertThat(listener.getRejected()).isEqualTo(1);
        assertThat(listener.getParkedNanos()).isEqualTo(200 * MILLIS);
        assertThatThrownBy(() -> bucket.asBlocking().tryConsume(1, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void who_wakes_too_late_has_lost_its_slot_and_asks_again_with_what_is_left() throws InterruptedException {
        LocalBucket bucket = tenPerSecond();
        bucket.tryConsume(1);
        long[] extra = {51 * MILLIS, 0};
        BlockingStrategy late = nanos -> park(nanos + extra[parked.size()]);
        assertThat(bucket.asBlocking().tryConsume(1, 300 * MILLIS, late)).isTrue();
        // The slot at 100 ms passed unused at 151 ms, and half of the next token had flowed in.
        assertThat(parked).containsExactly(151 * MILLIS, 49 * MILLIS);

        parked.clear();
        extra[0] = 50 * MILLIS;
        assertThat(bucket.asBlocking().tryConsume(1, 300 * MILLIS, late)).isTrue();
        assertThat(parked).containsExactly(150 * MILLIS);
    }

    @Test
    void a_late_waker_without_time_left_is_refused() throws InterruptedException {
        LocalBucket bucket = tenPerSecond();
        bucket.tryConsume(1);
        assertThat(bucket.asBlocking().tryConsume(1, 150 * MILLIS, nanos -> park(nanos + 60 * MILLIS)))
                .isFalse();
    }

    @Test
    void an_interrupt_gives_the_slot_back() {
        LocalBucket bucket = tenPerSecond();
        bucket.tryConsume(1);
        assertThatThrownBy(() -> bucket.asBlocking().consume(1, nanos -> {
                    throw new InterruptedException();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(listener.getInterrupted()).isEqualTo(1);
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(100 * MILLIS);
    }

    @Test
    void who_never_gives_up_waits_for_room_in_a_full_queue() throws InterruptedException {
        LocalBucket bucket = Bucket.builder()
                .addLimit(limit -> limit.leakyBucket(1, Duration.ofSeconds(1)).depth(1))
                .withCustomTimePrecision(clock)
                .build();
        bucket.tryConsume(1);
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(SECOND);
        bucket.asBlocking().consume(1, this::park);
        assertThat(parked).containsExactly(SECOND, SECOND);
    }

    @Test
    void a_real_thread_parks_and_an_interrupt_ends_it() throws InterruptedException {
        LocalBucket bucket = real();
        bucket.tryConsume(1);
        long from = System.nanoTime();
        assertThat(bucket.asBlocking().tryConsume(1, Duration.ofSeconds(10))).isTrue();
        assertThat(System.nanoTime() - from).isGreaterThanOrEqualTo(99 * MILLIS);

        bucket.consumeIgnoringRateLimits(1_000);
        CountDownLatch ended = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            try {
                bucket.asBlocking().consume(1);
            } catch (InterruptedException e) {
                ended.countDown();
            }
        });
        thread.start();
        await().atMost(Duration.ofSeconds(5)).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        thread.interrupt();
        assertThat(ended.await(5, java.util.concurrent.TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void an_uninterruptible_wait_keeps_the_interrupt_for_later() {
        LocalBucket bucket = real();
        bucket.tryConsume(1);
        Thread.currentThread().interrupt();
        bucket.asBlocking().consumeUninterruptibly(1);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(bucket.tryConsume(1)).isFalse();
    }

    @Test
    void a_scheduled_call_goes_at_its_slot() {
        LocalBucket bucket = real().toListenable(listener);
        assertThat(bucket.asScheduler().tryConsume(1, SECOND, scheduler).join()).isTrue();
        CompletableFuture<Boolean> later = bucket.asScheduler().tryConsume(1, Duration.ofSeconds(1), scheduler);
        assertThat(later).isNotDone();
        assertThat(later.join()).isTrue();
        assertThat(bucket.asScheduler().tryConsume(1, 1, scheduler).join()).isFalse();
        assertThat(bucket.asScheduler().consume(1, scheduler).join()).isNull();
        assertThat(listener.getDelayedNanos()).isGreaterThan(100 * MILLIS);
        assertThat(listener.getConsumed()).isEqualTo(3);
    }

    @Test
    void a_cancelled_future_gives_its_slot_back() {
        LocalBucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofDays(1)))
                .build();
        bucket.tryConsume(1);
        CompletableFuture<Void> waits = bucket.asScheduler().consume(1, scheduler);
        long day = Duration.ofDays(1).toNanos();
        assertThat(bucket.reserve(1, 0).nanosToComeBack()).isGreaterThan(day);
        waits.cancel(true);
        assertThat(bucket.reserve(1, 0).nanosToComeBack()).isLessThanOrEqualTo(day);
    }

    @Test
    void a_closed_scheduler_takes_no_slot() {
        LocalBucket bucket = tenPerSecond();
        bucket.tryConsume(1);
        scheduler.shutdownNow();
        assertThatThrownBy(() -> bucket.asScheduler().consume(1, scheduler))
                .isInstanceOf(RejectedExecutionException.class);
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(100 * MILLIS);
    }

    @Test
    void a_listener_hears_of_every_verb() {
        LocalBucket bucket = tenPerSecond();
        assertThat(bucket.tryConsumeAsMuchAsPossible()).isEqualTo(1);
        assertThat(bucket.tryConsumeAsMuchAsPossible()).isZero();
        assertThat(bucket.tryConsumeAndReturnRemaining(1).isConsumed()).isFalse();
        bucket.estimateAbilityToConsume(1);
        bucket.consumeIgnoringRateLimits(2);
        bucket.reserve(1, SECOND);
        bucket.reserve(new long[] {1}, 0);
        bucket.tryConsume(1, 0);
        bucket.takeLeaving(new long[] {1}, new long[] {0});
        bucket.owe(new long[] {1});
        assertThat(listener.getConsumed()).isEqualTo(1 + 2 + 1 + 1);
        assertThat(listener.getRejected()).isEqualTo(4);
        bucket.reset();
        bucket.forceAddTokens(1);
        bucket.addTokens(1);
        assertThat(Claims.tryConsumeAll(java.util.Map.of(bucket, 1L))).isTrue();
    }
}
