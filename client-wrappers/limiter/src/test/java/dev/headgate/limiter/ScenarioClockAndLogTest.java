package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** More faults that real limiters had: clocks, logs and rounding. */
class ScenarioClockAndLogTest {
    static Stream<ManualMeter> clocks() {
        return Stream.of(ManualMeter.wall(), ManualMeter.nano());
    }

    private static LocalBucket tokenBucket(ManualMeter clock, long capacity, long tokens, Duration period) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(capacity).refillGreedy(tokens, period))
                .withCustomTimePrecision(clock)
                .build();
    }

    private static LocalBucket log(ManualMeter clock, long tokens, Duration period) {
        return Bucket.builder()
                .addLimit(limit -> limit.slidingWindowLog(tokens, period))
                .withCustomTimePrecision(clock)
                .build();
    }

    private static long waitFor(LocalBucket bucket, long tokens) {
        return bucket.estimateAbilityToConsume(tokens).getNanosToWaitForRefill();
    }

    @Test
    @DisplayName("A42 a clock set back neither empties the bucket nor locks anybody out")
    void a42() {
        ManualMeter clock = ManualMeter.wall();
        LocalBucket bucket = tokenBucket(clock, 3, 1, Duration.ofSeconds(1));
        clock.at(100 * SECOND);
        assertThat(bucket.tryConsume(1)).isTrue();
        clock.at(89 * SECOND);
        assertThat(bucket.tryConsume(1)).isTrue();
        assertThat(bucket.tryConsume(1)).isTrue();
        assertThat(bucket.tryConsumeAndReturnRemaining(1).getNanosToWaitForRefill())
                .isEqualTo(SECOND);
        clock.at(90 * SECOND);
        assertThat(bucket.tryConsume(1)).isTrue();
    }

    @Test
    @DisplayName("A47 calls in one tick are as many entries")
    void a47() {
        LocalBucket bucket = log(ManualMeter.wall(), 5, Duration.ofSeconds(1));
        int went = 0;
        for (int i = 0; i < 50; i++) {
            went += bucket.tryConsume(1) ? 1 : 0;
        }
        assertThat(went).isEqualTo(5);
        assertThat(bucket.getAvailableTokens()).isZero();
    }

    @ParameterizedTest
    @MethodSource("clocks")
    @DisplayName("A48 no rate is rounded")
    void a48(ManualMeter clock) {
        for (long rate : new long[] {80_000, 8_001}) {
            LocalBucket bucket = tokenBucket(clock, 100, rate, Duration.ofSeconds(1));
            assertThat(bucket.tryConsume(100)).isTrue();
            long went = 0;
            for (int micros = 1; micros <= 1_000_000; micros++) {
                clock.plus(1_000);
                went += bucket.tryConsume(1) ? 1 : 0;
            }
            assertThat(went).isEqualTo(rate);
        }
    }

    @Test
    @DisplayName("A52 one exactly a period old is out")
    void a52() {
        ManualMeter clock = ManualMeter.wall();
        LocalBucket bucket = log(clock, 2, Duration.ofSeconds(1));
        assertThat(bucket.tryConsume(2)).isTrue();
        clock.atMillis(1010);
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        assertThat(probe.isConsumed()).isTrue();
        assertThat(probe.getRemainingTokens()).isEqualTo(1);
    }

    @Test
    @DisplayName("A57 no window of a second holds more than the limit, and nobody is refused without need")
    void a57() {
        ManualMeter clock = ManualMeter.wall();
        LocalBucket bucket = log(clock, 5, Duration.ofSeconds(1));
        long[] millis = {900, 1100, 1899, 1901};
        List<Integer> went = new ArrayList<>();
        for (long at : millis) {
            clock.atMillis(at);
            int count = 0;
            for (int i = 0; i < 5; i++) {
                count += bucket.tryConsume(1) ? 1 : 0;
            }
            went.add(count);
        }
        assertThat(went).containsExactly(5, 0, 0, 5);

        Random random = new Random(57);
        bucket.reset();
        List<Long> admitted = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            clock.plus((long) random.nextInt(400) * MILLIS);
            long now = clock.currentTimeNanos();
            long inside = admitted.stream().filter(slot -> slot > now - SECOND).count();
            boolean ok = bucket.tryConsume(1);
            assertThat(ok).isEqualTo(inside < 5);
            if (ok) {
                admitted.add(now);
            }
        }
    }

    @Test
    @DisplayName("A59 nanoTime may be negative and wrap round")
    void a59() throws InterruptedException {
        for (long start : new long[] {Long.MAX_VALUE - 400 * MILLIS, -5 * SECOND}) {
            for (SynchronizationStrategy strategy : SynchronizationStrategy.values()) {
                ManualMeter clock = ManualMeter.nano(start);
                LocalBucket bucket = Bucket.builder()
                        .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofSeconds(1)))
                        .withCustomTimePrecision(clock)
                        .withSynchronizationStrategy(strategy)
                        .build();
                assertThat(bucket.tryConsume(1)).isTrue();
                clock.atMillis(500);
                assertThat(waitFor(bucket, 1)).isEqualTo(500 * MILLIS);
                clock.atMillis(1000);
                assertThat(bucket.tryConsume(1)).isTrue();

                clock.at(0);
                LocalBucket across = tokenBucket(clock, 1, 1, Duration.ofSeconds(1));
                assertThat(across.tryConsume(1)).isTrue();
                assertThat(across.asBlocking().tryConsume(1, 2 * SECOND, clock::plus))
                        .isTrue();
                assertThat(clock.currentTimeNanos() - start).isEqualTo(SECOND);
            }
        }
    }
}
