package dev.headgate.throttle.signal;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.headgate.throttle.signal.Signal.Kind;
import dev.headgate.throttle.signal.Signal.Scope;
import dev.headgate.throttle.signal.SignalTerms.Family;
import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SignalsTest {
    private static final long NOW = 1_767_225_600_250L;
    private static final long SECOND = 1_000;
    private static final int CALLS = 10_000;

    @ParameterizedTest
    @ValueSource(strings = {"RateLimit-Reset", "X-RateLimit-Reset", "X-Rate-Limit-Reset"})
    @DisplayName("A07_a reset header is told from its value: epoch in seconds, in milliseconds, delay, date")
    void aResetIsToldFromItsValue(String name) {
        assertThat(reset(name, "1767225603")).isEqualTo(2_750);
        assertThat(reset(name, "1767225603250")).isEqualTo(3 * SECOND);
        assertThat(reset(name, "3")).isEqualTo(3 * SECOND);
        assertThat(reset(name, "2026-01-01T00:00:03.250Z")).isEqualTo(3 * SECOND);
        assertThat(delay(429, "X-RateLimit-Remaining", "0", "Retry-After", "1767225603"))
                .isEqualTo(2_750);
    }

    @Test
    @DisplayName(
            "A07_the server's Date, which knows no milliseconds, makes no second longer what it told in milliseconds")
    void aDateInWholeSecondsDoesNotSpoilMilliseconds() {
        String date = "Thu, 01 Jan 2026 00:00:00 GMT";
        assertThat(delay(429, "Date", date, "X-RateLimit-Reset", "1767225603250"))
                .isBetween(3 * SECOND, 3_200L);
        assertThat(delay(429, "Date", date, "X-RateLimit-Reset", "1767225603"))
                .as("in the server's own seconds, never early")
                .isEqualTo(3 * SECOND);
        assertThat(delay(429, "Date", "Thu, 01 Jan 2026 00:00:10 GMT", "X-RateLimit-Reset", "1767225613250"))
                .as("another clock than ours")
                .isEqualTo(3_250);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "+3",
                "-3",
                "abc",
                "",
                "1e3",
                "NaN",
                "Infinity",
                "5d",
                "٢",
                "²",
                "1.5f",
                "0x1p3",
                ".",
                "1.",
                "1..5"
            })
    @DisplayName("A18_what is almost a number tells no time")
    void almostANumberIsNone(String value) {
        assertThat(retryAfter(value)).isEqualTo(new Signal(Kind.HARD, 0, Scope.POLICY, ""));
    }

    @Test
    @DisplayName("A18_fractions, spaces and the three spellings of a date are read")
    void legalSpellingsAreRead() {
        assertThat(retryAfter("1.5").delayMillis()).isEqualTo(1_500);
        assertThat(retryAfter(" 2 ").delayMillis()).isEqualTo(2_000);
        for (String pattern : new String[] {
            "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM ppd HH:mm:ss yyyy"
        }) {
            String date = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH)
                    .format(Instant.ofEpochMilli(NOW + 2 * SECOND).atOffset(ZoneOffset.UTC));
            assertThat(retryAfter(date).delayMillis()).as(date).isEqualTo(1_750);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "Tue, 06 Jan 2015 00:00:00 GMT", "0", "1990-01-01T00:00:00Z", "-9223372036854775808"})
    @DisplayName("A33_what is negative, past or zero gives no negative time, and no leave to come at once")
    void thePastGivesNoTime(String value) {
        assertThat(retryAfter(value)).isEqualTo(new Signal(Kind.HARD, 0, Scope.POLICY, ""));
    }

    @Test
    @DisplayName("A34_a 403 counts as turned away only when it says so")
    void aForbiddenCallIsNoSignal() {
        assertThat(signal(403, "Retry-After", "2"))
                .isEqualTo(new Signal(Kind.HARD, 2 * SECOND, Scope.POLICY, "retry-after"));
        assertThat(signal(403, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1767225603"))
                .isEqualTo(new Signal(Kind.HARD, 2_750, Scope.POLICY, "x-ratelimit-reset"));
        assertThat(signal(403, "Content-Type", "text/plain")).isEqualTo(Signal.NONE);
        assertThat(signal(200, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", "1767225603"))
                .isEqualTo(new Signal(Kind.SOFT, 2_750, Scope.POLICY, "x-ratelimit-reset"));
    }

    @ParameterizedTest
    @EnumSource(ResetUnit.class)
    void aUnitThatWasSetIsNotGuessed(ResetUnit unit) {
        long expected = switch (unit) {
            case SECONDS -> 600_000 * SECOND;
            case MILLIS -> 600_000;
            case EPOCH_SECONDS, EPOCH_MILLIS -> 0;
        };
        assertThat(with(unit, "600000")).isEqualTo(expected);
        assertThat(with(ResetUnit.EPOCH_SECONDS, "1767225660")).isEqualTo(59_750);
        assertThat(with(ResetUnit.EPOCH_MILLIS, "1767225660000")).isEqualTo(59_750);
        assertThat(with(unit, "2m")).as("says its unit itself").isEqualTo(120 * SECOND);
        assertThat(FakeResponse.of(429, "Retry-After", "7")
                        .read(new SignalTerms(Set.of(Family.values()), unit), NOW)
                        .delayMillis())
                .as("is no reset header")
                .isEqualTo(7 * SECOND);
    }

    @Test
    void onlyFamiliesThatAreBelievedAreRead() {
        FakeResponse both = FakeResponse.of(429, "Retry-After", "7", "RateLimit", "\"a\";r=0;t=9");
        SignalTerms retryAfter = new SignalTerms(Set.of(Family.RETRY_AFTER), null);
        SignalTerms rateLimit = new SignalTerms(Set.of(Family.RATE_LIMIT), null);
        SignalTerms none = new SignalTerms(Set.of(), null);
        assertThat(both.read(retryAfter, NOW).delayMillis()).isEqualTo(7 * SECOND);
        assertThat(both.read(rateLimit, NOW).delayMillis()).isEqualTo(9 * SECOND);
        assertThat(both.read(none, NOW)).isEqualTo(new Signal(Kind.HARD, 0, Scope.POLICY, ""));
        FakeResponse throttled = FakeResponse.of(400, "x-amzn-ErrorType", "ThrottlingException");
        assertThat(throttled.read(none, NOW)).isEqualTo(Signal.NONE);
        assertThat(throttled.read(retryAfter, NOW)).isEqualTo(Signal.NONE);
    }

    @Test
    void theSourceIsWhatSaidIt() {
        assertThat(signal(429, "RETRY-AFTER", "7").source()).isEqualTo("retry-after");
        assertThat(signal(429, "Retry-After", "soon", "RateLimit", "\"a\";r=0;t=9")
                        .source())
                .isEqualTo("ratelimit");
        assertThat(signal(400, "X-Amzn-Errortype", "SlowDown").source()).isEqualTo("x-amzn-errortype");
        assertThat(signal(429, "x-github-request-id", "1").source()).isEqualTo("x-github-request-id");
    }

    @Test
    void aCallThatMustNotBeMadeAgainIsToldByTheSourceAlone() {
        assertThat(signal(429, "grpc-retry-pushback-ms", "-1"))
                .isEqualTo(new Signal(Kind.HARD, 0, Scope.POLICY, "grpc-retry-pushback-ms"));
        assertThat(signal(429, "grpc-retry-pushback-ms", "0").source()).isEmpty();
        assertThat(delay(429, "grpc-retry-pushback-ms", "-1", "Retry-After", "7"))
                .isEqualTo(7 * SECOND);
    }

    @Test
    void valuesAreReadToALength() {
        assertThat(delay(429, "Retry-After", " ".repeat(255) + "7")).isEqualTo(7 * SECOND);
        assertThat(delay(429, "Retry-After", " ".repeat(256) + "7")).isZero();
    }

    @Test
    void linesOfOneNameAreReadToANumber() {
        FakeResponse response = FakeResponse.of(429, "X-RateLimit-Reset", "1");
        for (int line = 2; line <= 20; line++) {
            response = response.with("Retry-After", Integer.toString(line));
        }
        assertThat(response.read(SignalTerms.DEFAULT, NOW).delayMillis())
                .as("the longest of the first sixteen")
                .isEqualTo(17 * SECOND);
    }

    @Test
    void aGoodAnswerIsReadWithoutGarbage() {
        FakeResponse good = FakeResponse.of(
                200,
                "Date",
                "Thu, 01 Jan 2026 00:00:00 GMT",
                "Content-Type",
                "application/json",
                "X-Request-Id",
                "0123456789abcdef",
                "Cache-Control",
                "no-store",
                "Server",
                "nginx");
        assertThat(bytes(good)).isLessThan(CALLS);
        assertThat(bytes(FakeResponse.of(429))).isLessThan(CALLS);
    }

    /** Less than one byte a call is none: what is left is the measuring. */
    private static long bytes(FakeResponse response) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = 0;
        long told = 0;
        for (int i = -CALLS; i < CALLS; i++) {
            if (i == 0) {
                before = threads.getCurrentThreadAllocatedBytes();
            }
            told += response.read(SignalTerms.DEFAULT, NOW).delayMillis();
        }
        assertThat(told).isZero();
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    private static long reset(String name, String value) {
        return delay(429, "X-RateLimit-Remaining", "0", name, value);
    }

    private static long with(@Nullable ResetUnit unit, String value) {
        return FakeResponse.of(429, "X-Rate-Limit-Reset", value)
                .read(new SignalTerms(Set.of(Family.values()), unit), NOW)
                .delayMillis();
    }

    private static Signal retryAfter(String value) {
        return signal(429, "Retry-After", value);
    }

    private static long delay(int status, String... headers) {
        return signal(status, headers).delayMillis();
    }

    private static Signal signal(int status, String... headers) {
        return FakeResponse.of(status, headers).read(SignalTerms.DEFAULT, NOW);
    }
}
