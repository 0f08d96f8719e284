package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Faults that real limiters had. Token buckets run with a lock and in one word. */
class ScenarioTest {
    static Stream<ManualMeter> clocks() {
        return Stream.of(ManualMeter.wall(), ManualMeter.nano());
    }

    private static LocalBucket tokenBucket(ManualMeter clock, long capacity, long tokens, Duration period) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(tokens, period))
                .withCustomTimePrecision(clock)
                .build();
    }

    private static long waitFor(LocalBucket bucket, long tokens) {
        return bucket.estimateAbilityToConsume(tokens).getNanosToWaitForRefill();
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A04 cancelling one of several reservations leaves the others where they are")
    void a04(ManualMeter clock) {
        LocalBucket bucket = tokenBucket(clock, 5, 5, Duration.ofSeconds(1));
        assertThat(bucket.tryConsume(5)).isTrue();
        Reservation x = bucket.reserve(2, 5 * SECOND);
        Reservation y = bucket.reserve(2, 5 * SECOND);
        assertThat(x.nanosToWait()).isEqualTo(400 * MILLIS);
        assertThat(y.nanosToWait()).isEqualTo(800 * MILLIS);

        clock.atMillis(100);
        assertThat(x.cancel()).isTrue();
        assertThat(x.cancel()).isFalse();
        Reservation z = bucket.reserve(2, 5 * SECOND);
        assertThat(z.nanosToWait()).isEqualTo(300 * MILLIS);
        assertThat(y.nanosUntilSlot()).isEqualTo(700 * MILLIS);
        assertThat(bucket.reserve(2, 0).nanosToComeBack()).isEqualTo(1100 * MILLIS);

        clock.atMillis(800);
        assertThat(bucket.getAvailableTokens()).isZero();
        clock.atMillis(1000);
        assertThat(bucket.getAvailableTokens()).isEqualTo(1);
        assertThat(y.nanosUntilSlot()).isEqualTo(-200 * MILLIS);
        assertThat(y.cancel()).isFalse();
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A14 what has flowed in counts in the wait")
    void a14(ManualMeter clock) {
        LocalBucket one = tokenBucket(clock, 1, 1, Duration.ofSeconds(1));
        LocalBucket ten = tokenBucket(clock, 10, 10, Duration.ofSeconds(1));
        assertThat(one.tryConsume(1)).isTrue();
        assertThat(ten.tryConsume(10)).isTrue();
        clock.atMillis(150);
        assertThat(ten.tryConsumeAndReturnRemaining(3).getNanosToWaitForRefill())
                .isEqualTo(150 * MILLIS);
        clock.atMillis(200);
        assertThat(one.tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill())
                .isEqualTo(800 * MILLIS);
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A15 waiting for ever is not the same as not waiting")
    void a15(ManualMeter clock) throws InterruptedException {
        LocalBucket bucket = tokenBucket(clock, 1, 1, Duration.ofMillis(100));
        assertThat(bucket.tryConsume(1)).isTrue();
        BlockingBucket blocking = bucket.asBlocking();
        List<Long> parked = new ArrayList<>();
        BlockingStrategy strategy = nanos -> {
            parked.add(nanos);
            clock.plus(nanos);
        };
        assertThat(blocking.tryConsume(1, Duration.ofSeconds(Long.MAX_VALUE), strategy))
                .isTrue();
        assertThat(blocking.tryConsume(1, Long.MAX_VALUE, strategy)).isTrue();
        blocking.consume(1, strategy);
        assertThat(parked).containsExactly(100 * MILLIS, 100 * MILLIS, 100 * MILLIS);
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A22 no number loses its last digit")
    void a22(ManualMeter clock) {
        LocalBucket bucket = tokenBucket(clock, Long.MAX_VALUE, 1, Duration.ofDays(1));
        assertThat(bucket.tryConsume(Long.MAX_VALUE - 1)).isTrue();
        assertThat(bucket.getAvailableTokens()).isEqualTo(1);
        assertThat(bucket.tryConsume(1)).isTrue();
        assertThat(bucket.tryConsume(1)).isFalse();
        assertThat(bucket.getAvailableTokens()).isZero();
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A23 a cost that can never go is an error and consumes nothing")
    void a23(ManualMeter clock) {
        LocalBucket bucket = tokenBucket(clock, 1, 1, Duration.ofSeconds(1));
        assertThatThrownBy(() -> bucket.asBlocking().consume(5))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5 tokens can never go");
        assertThatThrownBy(() -> bucket.tryConsume(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bucket.tryConsume(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bucket.reserve(new long[] {2}, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThat(bucket.tryConsume(1)).isTrue();
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A25 one a day, whatever asks in between")
    void a25(ManualMeter clock) {
        long day = 86_400 * SECOND;
        LocalBucket bucket = tokenBucket(clock, 1, 1, Duration.ofDays(1));
        assertThat(bucket.tryConsume(1)).isTrue();
        clock.at(3_600 * SECOND);
        assertThat(waitFor(bucket, 1)).isEqualTo(82_800_000 * MILLIS);
        clock.at(day - MILLIS);
        assertThat(waitFor(bucket, 1)).isEqualTo(MILLIS);
        clock.at(day);
        assertThat(bucket.tryConsume(1)).isTrue();
        for (int minute = 1; minute < 1440; minute++) {
            clock.at(day + minute * 60 * SECOND);
            assertThat(bucket.tryConsume(1)).isFalse();
        }
        clock.at(2 * day);
        assertThat(bucket.tryConsume(1)).isTrue();
    }

    @Test
    @DisplayName("A26 who waits for a window goes in it, and not one more than it holds")
    void a26() {
        ManualMeter clock = ManualMeter.wall();
        LocalBucket bucket = Bucket.builder()
                .addLimit(limit -> limit.fixedWindow(3, Duration.ofSeconds(1)))
                .withCustomTimePrecision(clock)
                .build();
        List<Long> waits = new ArrayList<>();
        List<Long> comeBacks = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Reservation place = bucket.reserve(1, 1_200 * MILLIS);
            (place.isGranted() ? waits : comeBacks)
                    .add(place.isGranted() ? place.nanosToWait() : place.nanosToComeBack());
        }
        assertThat(waits).containsExactly(0L, 0L, 0L, SECOND, SECOND, SECOND);
        assertThat(comeBacks).containsExactly(2 * SECOND, 2 * SECOND);
    }

    @Test
    @DisplayName("A30 a meter drains while calls arrive")
    void a30() {
        ManualMeter clock = ManualMeter.wall();
        LocalBucket bucket = Bucket.builder()
                .addLimit(limit ->
                        limit.leakyBucket(10, Duration.ofSeconds(30)).depth(10).meter())
                .withCustomTimePrecision(clock)
                .build();
        List<Long> remaining = new ArrayList<>();
        for (int second = 0; second <= 10; second++) {
            clock.at(second * SECOND);
            remaining.add(bucket.tryConsumeAndReturnRemaining(1).getRemainingTokens());
        }
        assertThat(remaining).containsExactly(9L, 8L, 7L, 7L, 6L, 5L, 5L, 4L, 3L, 3L, 2L);
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A31 nothing overflows after a long silence")
    void a31(ManualMeter clock) {
        LocalBucket bucket = tokenBucket(clock, 1_000_000, 1_000_000, Duration.ofMinutes(1));
        assertThat(bucket.tryConsume(1_000_000)).isTrue();
        for (long silence : new long[] {12 * 3_600 * SECOND, 3_650 * 86_400 * SECOND}) {
            clock.plus(silence);
            assertThat(bucket.getAvailableTokens()).isEqualTo(1_000_000);
            assertThat(bucket.tryConsume(1_000_000)).isTrue();
            assertThat(bucket.tryConsume(1)).isFalse();
            assertThat(bucket.getAvailableTokens()).isZero();
        }
    }
}
