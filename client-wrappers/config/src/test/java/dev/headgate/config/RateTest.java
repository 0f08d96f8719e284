package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTest {
    @ParameterizedTest
    @CsvSource({
        "100/s, 100, 1000000000",
        "5000/h, 5000, 3600000000000",
        "1/10s, 1, 10000000000",
        "10/10ms, 10, 10000000",
        "1/d, 1, 86400000000000",
        "1/7m, 1, 420000000000",
        "9223372036854775807/106751d, 9223372036854775807, 9223286400000000000"
    })
    void aRateIsTokensAndAPeriod(String text, long tokens, long nanos) throws BadValue {
        assertThat(Rate.parse(text)).isEqualTo(new Rate(tokens, nanos));
    }

    @ParameterizedTest
    @CsvSource({
        "100, 100/s",
        "100/sec, 100/s",
        "100/minute, 100/m",
        "100 / s, 100/s",
        "100 per second, 100/s",
        "100rps, 100/s",
        "100req/s, 100/s",
        "1.5/s, 3/2s",
        "0.5/s, 1/2s",
        "2.50/m, 5/2m",
        "1k/s, 1000/s",
        "2M/h, 2000000/h",
        "'1,000/s', 1000/s",
        "1_000/s, 1000/s",
        "5/1, ",
        "fast, ",
        "'', ",
        "5/y, ",
        "0/s, ",
        "-5/s, "
    })
    void whatWasProbablyMeantIsSaid(String text, String meant) {
        assertThatThrownBy(() -> Rate.parse(text))
                .isInstanceOfSatisfying(
                        BadValue.class, bad -> assertThat(bad.instead()).isEqualTo(meant));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "500ms, 500000000",
        "1s, 1000000000",
        "2m, 120000000000",
        "3h, 10800000000000",
        "1d, 86400000000000",
        "99999999h, 9223372036854775807",
        "99999999999999999999999d, 9223372036854775807"
    })
    void aDurationNeverOverflows(String text, long nanos) throws BadValue {
        assertThat(Units.duration(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "500, 500ms",
        "1.5s, 1500ms",
        "2 sec, 2s",
        "1 S, 1s",
        "3 hours, 3h",
        "-1s, ",
        "1m30s, ",
        "PT1S, ",
        "'', "
    })
    void aDurationThatWasMeantIsSaid(String text, String meant) {
        assertThatThrownBy(() -> Units.duration(text))
                .isInstanceOfSatisfying(
                        BadValue.class, bad -> assertThat(bad.instead()).isEqualTo(meant));
    }

    @Test
    void theShortestAndTheLongestPeriodAreNamed() {
        assertThatThrownBy(() -> Rate.parse("5/0s"))
                .isInstanceOfSatisfying(
                        BadValue.class, bad -> assertThat(bad.hint()).isEqualTo("the shortest period is 1ms"));
        assertThatThrownBy(() -> Rate.parse("5/106752d"))
                .isInstanceOfSatisfying(
                        BadValue.class,
                        bad -> assertThat(bad.hint()).isEqualTo("the longest period is 106751d (292 years)"));
    }
}
