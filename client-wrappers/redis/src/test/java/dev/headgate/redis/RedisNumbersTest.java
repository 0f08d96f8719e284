package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import java.time.Duration;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RedisNumbersTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration DAY = Duration.ofDays(1);

    @Test
    void A22_a_limit_above_2_to_the_53_is_refused_and_the_largest_is_named() {
        Bandwidth limit =
                Bandwidth.builder().fixedWindow(9_007_199_254_740_993L, SECOND).build();
        assertThat(RedisNumbers.check(limit))
                .contains("9007199254740993 tokens")
                .endsWith("the most is 9007199254740991");
        assertThat(RedisNumbers.check(Bandwidth.builder()
                        .fixedWindow(9_007_199_254_740_991L, SECOND)
                        .build()))
                .isNull();
    }

    @Test
    void A22_a_bucket_whose_level_does_not_fit_is_refused_and_one_that_is_named_fits() {
        // 2^51 / 86,400,000,000 parts of a token
        Bandwidth large =
                Bandwidth.builder().capacity(30_000).refillGreedy(7, DAY).build();
        assertThat(RedisNumbers.check(large)).endsWith("the most is 26062");
        assertThat(RedisNumbers.check(Bandwidth.builder()
                        .capacity(26_062)
                        .refillGreedy(7, DAY)
                        .build()))
                .isNull();
        Bandwidth million =
                Bandwidth.builder().slidingWindowCounter(1_000_000, DAY).build();
        assertThat(RedisNumbers.check(million)).endsWith("the most is 26062");
    }

    @Test
    void a_rate_is_reduced_where_it_would_not_fit_as_it_is_written() {
        assertThat(RedisNumbers.of(Bandwidth.simple(1_000_000, DAY))).containsExactly(1_000_000, 1, 86_400, 1_000_000);
        assertThat(RedisNumbers.of(Bandwidth.simple(100, SECOND))).containsExactly(100, 100, 1_000_000, 100);
        assertThat(RedisNumbers.of(Bandwidth.simple(3, Duration.ofNanos(1_500))))
                .containsExactly(3, 2, 1, 3);
    }

    @Test
    void windows_are_whole_microseconds_from_the_epoch() {
        assertThat(RedisNumbers.check(Bandwidth.builder()
                        .slidingWindowLog(1, Duration.ofNanos(1_500))
                        .build()))
                .endsWith("the nearest is 2 us");
        assertThat(RedisNumbers.check(Bandwidth.builder()
                        .fixedWindow(1, DAY)
                        .zone(ZoneId.of("Europe/Paris"))
                        .build()))
                .contains("time zone");
    }

    @Test
    void a_million_tokens_a_day_leave_evenly() {
        assertThat(RedisNumbers.of(
                        Bandwidth.builder().slidingWindowLog(1_000_003, DAY).build()))
                .containsExactly(1_000_003, 86_400_000_000L, 86_399, 740_803, 1_000_003, 84_375_000);
    }

    @ParameterizedTest
    @ValueSource(
            longs = {
                0,
                1,
                127,
                128,
                255,
                256,
                65_535,
                65_536,
                4_294_967_295L,
                4_294_967_296L,
                9_007_199_254_740_991L,
                -1,
                -32,
                -33,
                -3_000_000_000L
            })
    void what_is_packed_is_unpacked(long number) {
        Unpacked read =
                new Unpacked(new Packed(1).text("TLK").number(number).number(7).toBytes());
        assertThat(read.text()).isEqualTo("TLK");
        assertThat(read.number()).isEqualTo(number);
        assertThat(read.number()).isEqualTo(7);
    }

    @Test
    void names_are_encoded_outside_letters_digits_and_three_signs() {
        assertThat(KeyNames.rule("hg", "/users/{id} \u00e9._-")).isEqualTo("{hg:%2Fusers%2F%7Bid%7D%20%C3%A9._-}");
    }
}
