package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;

class BandwidthTest {
    private static BandwidthBuilder.BandwidthBuilderCapacityStage limit() {
        return Bandwidth.builder();
    }

    @Test
    void a_limit_reads_as_in_a_file() {
        assertThat(limit().slidingWindowLog(100, Duration.ofSeconds(1)).build()).hasToString("100/s");
        assertThat(limit().slidingWindowLog(1, Duration.ofSeconds(10)).build()).hasToString("1/10s");
        assertThat(limit().slidingWindowLog(10, Duration.ofMillis(10))
                        .spread(false)
                        .exact()
                        .build())
                .hasToString("{sliding-window-log: 10/10ms, spread: false, resolution: exact}");
        assertThat(limit().capacity(20)
                        .refillGreedy(100, Duration.ofSeconds(1))
                        .initialTokens(5)
                        .build())
                .hasToString("{token-bucket: 100/s, capacity: 20, initial: 5}");
        assertThat(limit().leakyBucket(10, Duration.ofSeconds(1)).depth(50).build())
                .hasToString("{leaky-bucket: 10/s, depth: 50, release: 1}");
        assertThat(limit().leakyBucket(10, Duration.ofMinutes(1))
                        .depth(50)
                        .meter()
                        .build())
                .hasToString("{leaky-bucket: 10/m, depth: 50, meter: true}");
        assertThat(limit().fixedWindow(10_000, Duration.ofDays(1)).build()).hasToString("{fixed-window: 10000/d}");
        assertThat(limit().fixedWindow(10_000, Duration.ofDays(1))
                        .zone(ZoneId.of("Europe/Berlin"))
                        .build())
                .hasToString("{fixed-window: 10000/d, align: Europe/Berlin}");
        assertThat(limit().slidingWindowCounter(1000, Duration.ofHours(2)).build())
                .hasToString("{sliding-window-counter: 1000/2h}");
    }

    @Test
    void getters_tell_the_numbers() {
        Bandwidth queue = limit().leakyBucket(10, Duration.ofSeconds(1))
                .depth(50)
                .release(5)
                .id("even")
                .build();
        assertThat(queue.getAlgorithm()).isEqualTo(Algorithm.LEAKY_BUCKET);
        assertThat(queue.getCapacity()).isEqualTo(5);
        assertThat(queue.getDepth()).isEqualTo(50);
        assertThat(queue.getRefillTokens()).isEqualTo(10);
        assertThat(queue.getRefillPeriodNanos()).isEqualTo(SECOND);
        assertThat(queue.isMeter()).isFalse();
        assertThat(queue.hasId()).isTrue();
        assertThat(queue.getId()).isEqualTo("even");

        Bandwidth cells = limit().slidingWindowLog(4097, Duration.ofSeconds(1)).build();
        assertThat(cells.isInCells()).isTrue();
        assertThat(cells.getCellNanos()).isEqualTo(976_563);
        assertThat(limit().slidingWindowLog(4096, Duration.ofSeconds(1)).build().isInCells())
                .isFalse();
        assertThat(cells)
                .isEqualTo(limit().slidingWindowLog(4097, Duration.ofSeconds(1)).build());
        assertThat(cells).isNotEqualTo(queue).isNotEqualTo("4097/s");
        assertThat(cells.hashCode())
                .isEqualTo(limit().slidingWindowLog(4097, Duration.ofSeconds(1))
                        .build()
                        .hashCode());
    }

    @Test
    void numbers_that_make_no_sense_are_refused() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> limit().capacity(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limit().slidingWindowLog(0, second)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limit().leakyBucket(1, second).depth(0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limit().leakyBucket(1, second).release(0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> limit().capacity(5).refillGreedy(1, second).initialTokens(6))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("between 0 and the capacity 5");
        assertThatThrownBy(() -> limit().fixedWindow(1, Duration.ofHours(7)).zone(ZoneId.of("UTC")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Bucket.builder().build()).isInstanceOf(IllegalArgumentException.class);
    }

    private static long untilNextWindow(Bandwidth window, String instant) {
        Instant at = Instant.parse(instant);
        LocalBucket bucket = Bucket.builder()
                .addLimit(window)
                .withCustomTimePrecision(ManualMeter.wall(Ticks.of(at)))
                .build();
        bucket.tryConsume(1);
        return bucket.reserve(1, 0).nanosToComeBack() / SECOND;
    }

    @Test
    void a_day_of_a_time_zone_is_as_long_as_it_is_there() {
        Bandwidth day = limit().fixedWindow(1, Duration.ofDays(1))
                .zone(ZoneId.of("Europe/Berlin"))
                .build();
        assertThat(untilNextWindow(day, "2026-01-14T23:00:00Z")).isEqualTo(24 * 3600);
        assertThat(untilNextWindow(day, "2026-03-28T23:00:00Z")).isEqualTo(23 * 3600);
        assertThat(untilNextWindow(day, "2026-10-24T22:00:00Z")).isEqualTo(25 * 3600);
        assertThat(untilNextWindow(day, "2026-10-25T12:00:00Z")).isEqualTo(11 * 3600);

        Bandwidth six = limit().fixedWindow(1, Duration.ofHours(6))
                .zone(ZoneId.of("Europe/Berlin"))
                .build();
        assertThat(untilNextWindow(six, "2026-07-01T03:59:00Z")).isEqualTo(60);
        // The day in October has 25 hours: four windows of six and one of one hour.
        assertThat(untilNextWindow(six, "2026-10-25T22:00:00Z")).isEqualTo(3600);
        // Days are grouped from 1970-01-01, a Thursday.
        Bandwidth week = limit().fixedWindow(1, Duration.ofDays(7))
                .zone(ZoneId.of("UTC"))
                .build();
        assertThat(untilNextWindow(week, "2026-11-25T00:00:00Z")).isEqualTo(86_400);
    }

    @Test
    void a_window_may_begin_at_any_instant() {
        Bandwidth window = limit().fixedWindow(1, Duration.ofHours(1))
                .alignedTo(Instant.parse("2030-01-01T00:20:00Z"))
                .build();
        assertThat(untilNextWindow(window, "2026-05-05T10:30:00Z")).isEqualTo(50 * 60);
        assertThat(untilNextWindow(window, "2026-05-05T10:19:59Z")).isEqualTo(1);
    }
}
