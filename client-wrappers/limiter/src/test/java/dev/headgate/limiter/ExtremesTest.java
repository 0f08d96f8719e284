package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** No long and no duration overflows. */
class ExtremesTest {
    private static final long MAX = Long.MAX_VALUE;
    private static final Duration LONGEST = Duration.ofNanos(MAX - 1);

    private static List<Bandwidth> extremes() {
        return List.of(
                Bandwidth.builder().capacity(MAX).refillGreedy(1, LONGEST).build(),
                Bandwidth.builder().capacity(MAX).refillGreedy(MAX - 1, LONGEST).build(),
                Bandwidth.builder()
                        .capacity(1)
                        .refillGreedy(1, Duration.ofNanos(1))
                        .build(),
                Bandwidth.builder()
                        .leakyBucket(MAX - 1, LONGEST)
                        .depth(MAX)
                        .release(MAX)
                        .build(),
                Bandwidth.builder().leakyBucket(1, LONGEST).depth(MAX).meter().build(),
                Bandwidth.builder().fixedWindow(MAX, LONGEST).build(),
                Bandwidth.builder().fixedWindow(MAX, Duration.ofNanos(1)).build(),
                Bandwidth.builder().slidingWindowLog(MAX, LONGEST).build(),
                Bandwidth.builder()
                        .slidingWindowLog(MAX, Duration.ofNanos(1))
                        .exact()
                        .build(),
                Bandwidth.builder().slidingWindowCounter(MAX, LONGEST).build(),
                Bandwidth.builder()
                        .slidingWindowCounter(MAX, Duration.ofNanos(1))
                        .build());
    }

    @Test
    void a_call_of_all_there_is_goes_once_and_nothing_becomes_negative() {
        for (Bandwidth bandwidth : extremes()) {
            for (long start : new long[] {0, -MAX, MAX - SECOND, 1_700_000_000 * SECOND}) {
                ManualMeter clock = ManualMeter.wall(start);
                LocalBucket bucket = Bucket.builder()
                        .addLimit(bandwidth)
                        .withCustomTimePrecision(clock)
                        .build();
                String what = bandwidth + " at " + start;
                long all = bandwidth.getCapacity();
                assertThat(bucket.getAvailableTokens()).as(what).isEqualTo(all);
                assertThat(bucket.tryConsume(all)).as(what).isTrue();
                assertThat(bucket.tryConsume(1)).as(what).isFalse();
                assertThat(bucket.getAvailableTokens()).as(what).isZero();
                assertThat(bucket.reserve(all, 0).nanosToComeBack()).as(what).isPositive();
                assertThat(bucket.consumeIgnoringRateLimits(MAX)).as(what).isNotNegative();
                assertThat(bucket.consumeIgnoringRateLimits(MAX)).as(what).isNotNegative();
                assertThat(bucket.getAvailableTokens()).as(what).isZero();
                clock.at(MAX - 1 - Math.max(0, start));
                assertThat(bucket.getAvailableTokens()).as(what).isBetween(0L, MAX);
                bucket.addTokens(MAX);
                bucket.forceAddTokens(MAX);
                assertThat(bucket.getAvailableTokens()).as(what).isBetween(0L, MAX);
                bucket.reserve(1, MAX).cancel();
                bucket.pauseUntil(Instant.MAX);
                assertThat(bucket.reserve(1, MAX).isGranted()).as(what).isFalse();
                for (TokensInheritanceStrategy how : TokensInheritanceStrategy.values()) {
                    bucket.replaceConfiguration(bucket.getConfiguration(), how);
                    assertThat(bucket.getAvailableTokens()).as(what).isZero();
                }
            }
        }
    }

    @Test
    void any_duration_is_a_wait_and_a_period_has_bounds() {
        assertThat(Ticks.of(Duration.ofSeconds(MAX))).isEqualTo(MAX);
        assertThat(Ticks.of(Duration.ofSeconds(Long.MIN_VALUE))).isEqualTo(Long.MIN_VALUE);
        for (Duration period : List.of(Duration.ZERO, Duration.ofNanos(-1), Duration.ofSeconds(MAX))) {
            assertThatThrownBy(() -> Bandwidth.simple(1, period))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("period");
        }
        assertThatThrownBy(() -> Bandwidth.simple(2, Duration.ofNanos(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("one token per nanosecond");
    }

    @Test
    void quotients_of_128_bits_are_exact() {
        Random random = new Random(128);
        BigInteger most = BigInteger.valueOf(MAX);
        for (int i = 0; i < 200_000; i++) {
            long a = random.nextLong() >>> 1 + random.nextInt(62);
            long b = random.nextLong() >>> 1 + random.nextInt(62);
            long divisor = 1 + (random.nextLong() >>> 2 + random.nextInt(60));
            BigInteger product = BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
            BigInteger less = BigInteger.valueOf(random.nextLong() >>> 1).min(product);
            BigInteger by = BigInteger.valueOf(divisor);
            assertThat(Wide.quotient(a, b, less.longValueExact(), divisor))
                    .isEqualTo(product.subtract(less).divide(by).min(most).longValueExact());
            BigInteger up = product.add(by).subtract(BigInteger.ONE).divide(by).min(most);
            assertThat(Wide.ceilDiv(a, b, divisor)).isEqualTo(up.longValueExact());
            long d = random.nextLong() >>> 1 + random.nextInt(62);
            assertThat(Wide.atMost(a, b, divisor, d))
                    .isEqualTo(product.compareTo(by.multiply(BigInteger.valueOf(d))) <= 0);
        }
    }
}
