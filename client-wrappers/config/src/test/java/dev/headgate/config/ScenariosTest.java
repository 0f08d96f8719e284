package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.config.report.Problem;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Throttle;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ScenariosTest {
    private static final Journal SILENT = new Journal() {
        @Override
        public void info(String message) {}

        @Override
        public void warn(String id, String message) {}
    };

    private final AtomicLong now = new AtomicLong(1_700_000_000_000_000_000L);

    private Headgate at(String text) {
        return Headgate.of(Reading.of(text), SILENT, new TimeMeter() {
            @Override
            public long currentTimeNanos() {
                return now.get();
            }

            @Override
            public boolean isWallClockBased() {
                return true;
            }
        });
    }

    @Test
    @DisplayName("A15 wait: 99999999h waits as long as needed, not at all for ever or not at all")
    void aWaitBeyondTheLongestDurationWaits() throws Exception {
        String file = "downstreams:\n  a.test: {limits: [{token-bucket: 1/100ms}], wait: 99999999h}\n";
        try (Headgate headgate = Headgate.parse(file, "headgate.yml")) {
            Throttle throttle = headgate.downstream("a.test");
            throttle.acquire();
            long before = System.nanoTime();
            throttle.acquire();
            assertThat(Duration.ofNanos(System.nanoTime() - before))
                    .isBetween(Duration.ofMillis(90), Duration.ofSeconds(2));
        }
    }

    @ParameterizedTest
    @DisplayName("A22 the largest numbers are kept to the last digit")
    @ValueSource(strings = {"{token-bucket: 1/1d, capacity: 9223372036854775807}", "9007199254740993/106751d"})
    void largeNumbersAreKept(String limit) {
        Bandwidth bandwidth = Reading.rule("downstreams:\n  a.test: {limits: [" + limit + "]}\n")
                .limits()
                .get(0)
                .bandwidth();
        assertThat(bandwidth.getCapacity()).isIn(9_223_372_036_854_775_807L, 9_007_199_254_740_993L);
    }

    @Test
    @DisplayName("A22 a number that no long holds is refused with the largest that one does")
    void tooLargeNumbersAreRefused() {
        assertThat(Reading.problems("downstreams:\n  a.test: 9223372036854775808/d\n"))
                .singleElement()
                .satisfies(problem -> assertThat(problem.hint()).contains("9223372036854775807"));
    }

    @Test
    @DisplayName("A23 a cost above capacity is an error that names the rule; a cost of 0 is free")
    void aCostAboveCapacityIsAnError() {
        assertThat(Reading.problems("downstreams:\n  a.test: {limits: [{token-bucket: 1/s, costs: [{cost: 5}]}]}\n"))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.where()).isEqualTo("headgate.yml:2:56");
                    assertThat(problem.message())
                            .isEqualTo(
                                    "a cost of 5 can never be paid in downstream `a.test`: this limit lets 1 go at most"
                                            + " at once");
                });
        assertThat(Reading.rule("downstreams:\n  a.test: {limits: [{token-bucket: 1/s, costs: [{cost: 0}]}]}\n")
                        .limits()
                        .get(0)
                        .costs())
                .singleElement()
                .satisfies(cost -> assertThat(cost.tokens()).isZero());
    }

    @Test
    @DisplayName("A25 one a day can be said: the second call of a day is told when to come back")
    void oneADay() throws Exception {
        try (Headgate headgate = at("downstreams:\n  a.test: {limits: [{token-bucket: 1/1d}], wait: 0}\n")) {
            Throttle throttle = headgate.downstream("a.test");
            throttle.acquire();
            now.addAndGet(Duration.ofHours(1).toNanos());
            assertThat(millisToComeBack(throttle)).isEqualTo(82_800_000);
            now.addAndGet(Duration.ofHours(23).toNanos() - 1_000_000);
            assertThat(millisToComeBack(throttle)).isEqualTo(1);
            now.addAndGet(1_000_000);
            throttle.acquire();
            assertThat(headgate.stats().get(0).admitted()).isEqualTo(2);
            assertThat(headgate.stats().get(0).rejected()).isEqualTo(2);
        }
    }

    private static long millisToComeBack(Throttle throttle) {
        try {
            throttle.acquire();
            return 0;
        } catch (RateLimitedIOException rejected) {
            return rejected.retryAfter().toMillis();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @ParameterizedTest
    @DisplayName("A28 a malformed file is told with its line")
    @CsvSource(
            delimiter = '|',
            value = {
                "'downstreams:\n\ta.test: 5/s' | headgate.yml:2:1",
                "'downstreams:\n  - a.test' | headgate.yml:1:1",
                "'downstreams:\n  a.test: {limits: [{gcra: 5/s}]}' | headgate.yml:2:22"
            })
    void malformedFilesAreTold(String text, String where) {
        assertThat(Reading.problems(text)).first().extracting(Problem::where).isEqualTo(where);
    }

    @ParameterizedTest
    @DisplayName("A37 an unknown key is an error that names key, place and line")
    @CsvSource(
            delimiter = '|',
            value = {
                "'downstreams:\n  a.test: {limits: [5/s], max_wiat: 2s}' | 2:27 | max_wiat",
                "'downstreams:\n  a.test: {limits: [5/s], maxWait: 2s}' | 2:27 | maxWait",
                "'wait: 2s\ndownstreams: {a.test: 5/s}' | 1:1 | wait",
                "'downstreams:\n  a.test: {limits: [{token-buckt: 5/s}]}' | 2:22 | token-buckt"
            })
    void unknownKeysAreErrors(String text, String place, String key) {
        assertThat(Reading.problems(text)).singleElement().satisfies(problem -> {
            assertThat(problem.where()).isEqualTo("headgate.yml:" + place);
            assertThat(problem.message()).contains("`" + key + "`");
        });
    }

    @Test
    @DisplayName("A45 the same rule twice is an error, in whatever spelling")
    void duplicatesAreErrors() {
        List<Problem> problems = Reading.problems("""
                downstreams:
                  api.test: 5/s
                  api.test: 500/s
                  API.test: 500/s
                  one: {match: {hosts: [b.test], paths: [/pay]}, limits: [5/s]}
                  two: {match: {hosts: [b.test.], paths: [/pay]}, limits: [5/s], limits: [6/s]}
                """);
        assertThat(problems)
                .extracting(Problem::where)
                .containsExactly("headgate.yml:3:3", "headgate.yml:4:3", "headgate.yml:6:3", "headgate.yml:6:66");
        assertThatThrownBy(() -> Headgate.parse("downstreams: {a.test: 5/s, A.test: 500/s}", "f.yml"))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("f.yml:1:15")
                .hasMessageContaining("f.yml:1:28");
    }
}
