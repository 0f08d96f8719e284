package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.LocalBucket;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShareTest {
    private static final long SECOND = 1_000_000_000;

    private static Bandwidth log(long tokens, Duration period) {
        return Bandwidth.builder().slidingWindowLog(tokens, period).build();
    }

    private static Bandwidth bucket(long tokens, Duration period) {
        return Bandwidth.simple(tokens, period);
    }

    @ParameterizedTest
    @CsvSource({
        // limit, processes: the part of one, in which period, and how long it may keep its first call back
        "100,    1,    1, 100,    1,   0",
        "100,    1,    3,  33,    1,   0",
        "100,    1,   20,   5,    1,   0",
        "100,    1,  200,   1,    2,   2",
        "  1,    1,    1,   1,    1,   0",
        "  1,    1,    3,   1,    3,   3",
        "  1,    1,   20,   1,   20,  20",
        "  1,    1,  200,   1,  200, 200",
        "  5,   60,    1,   5,   60,   0",
        "  5,   60,    3,   1,   60,   0",
        "  5,   60,   20,   1,  240, 240",
        "  5,   60,  200,   1, 2400, 2400",
    })
    void aWindowKeepsItsLengthAndWholeTokensOrOneTokenAndALongerOne(
            long tokens, long seconds, int live, long part, long partSeconds, long opening) {
        Bandwidth whole = log(tokens, Duration.ofSeconds(seconds));
        Share share = Share.of(100, live);
        assertThat(share.of(whole, 1)).isEqualTo(log(part, Duration.ofSeconds(partSeconds)));
        assertThat(share.openingNanos(whole, 1)).isEqualTo(opening * SECOND);
    }

    @ParameterizedTest
    @CsvSource({
        // limit, processes: the capacity of one, its exact rate
        "100,  1,   1, 100, 100,    1",
        "100,  1,   3,  33, 100,    3",
        "100,  1,  20,   5,   5,    1",
        "100,  1, 200,   1,   1,    2",
        "  1,  1,   1,   1,   1,    1",
        "  1,  1,   3,   1,   1,    3",
        "  1,  1,  20,   1,   1,   20",
        "  1,  1, 200,   1,   1,  200",
        "  5, 60,   1,   5,   5,   60",
        "  5, 60,   3,   1,   1,   36",
        "  5, 60,  20,   1,   1,  240",
        "  5, 60, 200,   1,   1, 2400",
    })
    void aBucketKeepsItsExactRate(long tokens, long seconds, int live, long capacity, long refill, long refillSeconds) {
        Bandwidth part = Share.of(100, live).of(bucket(tokens, Duration.ofSeconds(seconds)), 1);
        assertThat(part.getCapacity()).isEqualTo(capacity);
        assertThat(part.getRefillTokens() * refillSeconds * SECOND)
                .as("%s", part)
                .isEqualTo(refill * part.getRefillPeriodNanos());
    }

    @Test
    void aRegionTakesItsPartFirst() {
        assertThat(Share.of(40, 1).of(log(100, Duration.ofSeconds(1)), 1)).isEqualTo(log(40, Duration.ofSeconds(1)));
        assertThat(Share.of(40, 8).of(log(100, Duration.ofSeconds(1)), 1)).isEqualTo(log(5, Duration.ofSeconds(1)));
    }

    @Test
    void theLargestCallAlwaysFits() {
        Bandwidth part = Share.of(100, 20).of(log(100, Duration.ofSeconds(1)), 10);
        assertThat(part).isEqualTo(log(10, Duration.ofSeconds(2)));
        Bandwidth bucket = Share.of(100, 20).of(bucket(100, Duration.ofSeconds(1)), 10);
        assertThat(bucket.getCapacity()).isEqualTo(10);
        assertThat(Share.of(100, 20).openingNanos(log(100, Duration.ofSeconds(1)), 10))
                .isEqualTo(2 * SECOND);
    }

    @Test
    void everyKindStaysWhatItIs() {
        Share half = Share.of(100, 2);
        Duration day = Duration.ofDays(1);
        assertThat(half.of(
                        Bandwidth.builder()
                                .fixedWindow(10, day)
                                .zone(ZoneId.of("Europe/Berlin"))
                                .build(),
                        1))
                .isEqualTo(Bandwidth.builder()
                        .fixedWindow(5, day)
                        .zone(ZoneId.of("Europe/Berlin"))
                        .build());
        assertThat(half.of(
                        Bandwidth.builder()
                                .fixedWindow(10, day)
                                .offset(Duration.ofHours(3))
                                .build(),
                        1))
                .isEqualTo(Bandwidth.builder()
                        .fixedWindow(5, day)
                        .offset(Duration.ofHours(3))
                        .build());
        assertThat(half.of(Bandwidth.builder().slidingWindowCounter(10, day).build(), 1))
                .isEqualTo(Bandwidth.builder().slidingWindowCounter(5, day).build());
        assertThat(half.of(
                        Bandwidth.builder()
                                .slidingWindowLog(10, day)
                                .spread(false)
                                .exact()
                                .build(),
                        1))
                .isEqualTo(Bandwidth.builder()
                        .slidingWindowLog(5, day)
                        .spread(false)
                        .exact()
                        .build());
        Bandwidth queue = half.of(
                Bandwidth.builder()
                        .leakyBucket(10, Duration.ofSeconds(1))
                        .depth(50)
                        .release(2)
                        .build(),
                1);
        assertThat(queue)
                .isEqualTo(Bandwidth.builder()
                        .leakyBucket(1, Duration.ofMillis(200))
                        .depth(25)
                        .release(1)
                        .build());
        Bandwidth meter = half.of(
                Bandwidth.builder()
                        .leakyBucket(10, Duration.ofSeconds(1))
                        .depth(50)
                        .meter()
                        .build(),
                1);
        assertThat(meter)
                .isEqualTo(Bandwidth.builder()
                        .leakyBucket(1, Duration.ofMillis(200))
                        .depth(25)
                        .meter()
                        .build());
    }

    @Test
    void everyPartIsABucketThatCanBeMade() {
        for (long tokens : new long[] {1, 7, 100, 1_000_000_000}) {
            for (Duration period : new Duration[] {Duration.ofMillis(1_000), Duration.ofDays(365)}) {
                for (int live : new int[] {1, 2, 3, 199, 10_000}) {
                    for (int percent : new int[] {1, 33, 100}) {
                        Bandwidth part = Share.of(percent, live).of(bucket(tokens, period), 1);
                        LocalBucket one = Bucket.builder().addLimit(part).build();
                        assertThat(one.reserve(1, Long.MAX_VALUE).isGranted())
                                .as("%s", part)
                                .isTrue();
                    }
                }
            }
        }
    }
}
