package dev.headgate.throttle.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.headgate.throttle.signal.Signal.Kind;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for every response, tried on random ones. */
class SignalPropertiesTest {
    private static final int INPUTS = 1_000_000;
    private static final long NOW = 1_767_225_600_000L;
    private static final int[] STATUSES = {200, 204, 301, 400, 403, 404, 408, 413, 429, 429, 429, 500, 503, 503, 529};

    /** In the order of precedence; those with the same number are equals. */
    private static final List<List<String>> DELAYS = delays();

    private static final List<String> MODIFIERS = List.of(
            "Date",
            "Age",
            "grpc-status",
            "x-github-request-id",
            "x-amzn-ErrorType",
            "X-RateLimit-Remaining",
            "RateLimit-Remaining",
            "X-RateLimit-Scope",
            "Content-Type");
    private static final String[] PARTS = {
        "0",
        "1",
        "30",
        "1.5",
        "-1",
        "1767225660",
        "1767225660000",
        "99999999999999999999",
        "Thu, 01 Jan 2026 00:01:00 GMT",
        "Thu Jan  1 00:01:00 2026",
        "Thursday, 01-Jan-26 00:01:00 GMT",
        "2026-01-01T00:01:00Z",
        "+01:00",
        "GMT-0100",
        "6m0s",
        "12ms",
        "PT",
        "30S",
        " seconds",
        "\"default\"",
        ";r=0",
        ";t=30",
        ";r=5",
        "remaining=0",
        "reset=5",
        ":cHsd:",
        "40/40",
        "total=9; remaining=0; resets=4",
        "ThrottlingException",
        "Sunday",
        "29 Feb 2025",
        "25:61:61",
        ",",
        ";",
        "(",
        ")",
        "\"",
        "\\",
        ":",
        "-",
        "+",
        ".",
        " ",
        "\t",
        "T",
        "P",
        "Z",
        "e3",
        "٣",
        "\0",
        "true",
        "shared"
    };

    @Test
    void noResponseThrowsOrTellsATimeOutOfBounds() {
        Random random = new Random(1);
        int told = 0;
        for (int i = 0; i < INPUTS; i++) {
            FakeResponse response = response(random);
            Signal signal = read(response);
            boolean sound = signal.delayMillis() >= 0
                    && signal.delayMillis() <= Signals.MAX_DELAY_MILLIS
                    && (signal.kind() != Kind.NONE || signal.equals(Signal.NONE))
                    && (signal.kind() != Kind.SOFT || signal.delayMillis() > 0)
                    && (signal.kind() != Kind.HARD
                            || response.status() >= 400
                            || response.names().contains("grpc-status"))
                    && (signal.kind() == Kind.HARD || response.status() != 429 && response.status() != 503);
            if (!sound) {
                fail("%s: %s", response, signal);
            }
            told += signal.delayMillis() > 0 ? 1 : 0;
        }
        assertThat(told).isBetween(INPUTS / 10, INPUTS * 9 / 10);
    }

    @Test
    void aHeaderMoreShortensNoDelayExceptByPrecedence() {
        Random random = new Random(2);
        int longer = 0;
        int shorter = 0;
        for (int i = 0; i < INPUTS / 4; i++) {
            FakeResponse response = response(random);
            Signal before = read(response);
            int precedence = random.nextInt(DELAYS.size());
            FakeResponse more = response.with(pick(random, DELAYS.get(precedence)), value(random));
            if (before.kind() != Kind.HARD) {
                continue;
            }
            Signal after = read(more);
            if (after.kind() != Kind.HARD
                    || after.delayMillis() < before.delayMillis() && precedence >= precedence(before.source())) {
                fail("%s: %s, but %s: %s", response, before, more, after);
            }
            longer += after.delayMillis() > before.delayMillis() ? 1 : 0;
            shorter += after.delayMillis() < before.delayMillis() ? 1 : 0;
        }
        assertThat(longer).isGreaterThan(5_000);
        assertThat(shorter).isGreaterThan(100);
    }

    @Test
    void aNumberIsRoundedUpToTheMillisecond() {
        Random random = new Random(3);
        for (int i = 0; i < 100_000; i++) {
            BigDecimal number = BigDecimal.valueOf(random.nextInt(1_000_000_000), random.nextInt(14))
                    .setScale(random.nextInt(14), RoundingMode.DOWN);
            String text = number.toPlainString();
            assertThat(delay("Retry-After", text)).as(text).isEqualTo(expected(number, 1_000));
            assertThat(delay("retry-after-ms", text)).as(text).isEqualTo(expected(number, 1));
            assertThat(delay("Retry-After", text + "m")).as(text).isEqualTo(expected(number, 60_000));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EEE, dd MMM yyyy HH:mm:ss 'GMT'",
                "EEEE, dd-MMM-yy HH:mm:ss 'GMT'",
                "EEE MMM ppd HH:mm:ss yyyy",
                "dd MMM yyyy HH:mm:ss xx",
                "EEE MMM dd yyyy HH:mm:ss 'GMT'xx '(Some Standard Time)'",
                "yyyy-MM-dd'T'HH:mm:ssXXX",
                "yyyy-MM-dd HH:mm:ss.SSSxx"
            })
    void aDateIsReadAsTheOracleWroteIt(String pattern) {
        Random random = new Random(4);
        DateTimeFormatter format = DateTimeFormatter.ofPattern(pattern, Locale.ENGLISH);
        boolean zoned = pattern.contains("xx") || pattern.contains("XXX");
        for (int i = 0; i < 20_000; i++) {
            long delay = random.nextInt(300 * 86_400) * 1_000L + (pattern.contains("SSS") ? random.nextInt(1_000) : 0);
            ZoneOffset offset = ZoneOffset.ofTotalSeconds(zoned ? 60 * (random.nextInt(2 * 18 * 60) - 18 * 60) : 0);
            String date = format.format(OffsetDateTime.ofInstant(Instant.ofEpochMilli(NOW + delay), offset));
            assertThat(delay("Retry-After", date)).as(date).isEqualTo(delay);
        }
    }

    private static long expected(BigDecimal number, long factor) {
        return number.multiply(BigDecimal.valueOf(factor))
                .setScale(0, RoundingMode.CEILING)
                .min(BigDecimal.valueOf(Signals.MAX_DELAY_MILLIS))
                .longValueExact();
    }

    private static long delay(String name, String value) {
        return read(FakeResponse.of(429, name, value)).delayMillis();
    }

    private static Signal read(FakeResponse response) {
        return response.read(SignalTerms.DEFAULT, NOW);
    }

    private static FakeResponse response(Random random) {
        FakeResponse response = FakeResponse.of(STATUSES[random.nextInt(STATUSES.length)]);
        for (int headers = 1 + random.nextInt(4); headers > 0; headers--) {
            String name = random.nextInt(3) == 0 ? pick(random, MODIFIERS) : pick(random, pick(random, DELAYS));
            response.names().add(name);
            response.values().add(value(random));
        }
        return response;
    }

    /** Now and then anything, else pieces of what servers send. */
    private static String value(Random random) {
        StringBuilder value = new StringBuilder();
        if (random.nextInt(5) == 0) {
            for (int length = random.nextInt(20); length > 0; length--) {
                value.append((char) random.nextInt(256));
            }
            return value.toString();
        }
        for (int parts = 1 + random.nextInt(1 + random.nextInt(5)); parts > 0; parts--) {
            value.append(PARTS[random.nextInt(PARTS.length)]);
        }
        return value.toString();
    }

    private static <T> T pick(Random random, List<T> from) {
        return from.get(random.nextInt(from.size()));
    }

    private static int precedence(String source) {
        for (int i = 0; i < DELAYS.size(); i++) {
            for (String name : DELAYS.get(i)) {
                if (name.equalsIgnoreCase(source) || source.endsWith("*") && name.startsWith("zendesk-")) {
                    return i;
                }
            }
        }
        return DELAYS.size();
    }

    private static List<List<String>> delays() {
        List<List<String>> delays = new ArrayList<>();
        delays.add(List.of("grpc-retry-pushback-ms"));
        delays.add(List.of("x-ms-retry-after-ms"));
        delays.add(List.of("retry-after-ms"));
        delays.add(List.of("x-amz-retry-after"));
        delays.add(List.of("Retry-After"));
        delays.add(List.of("X-RateLimit-Retry-After"));
        delays.add(List.of("RateLimit"));
        delays.add(List.of("X-RateLimit-Reset-After"));
        delays.add(List.of(
                "RateLimit-Reset", "X-RateLimit-Reset", "anthropic-ratelimit-unified-reset", "zendesk-ratelimit-x"));
        delays.add(List.of("X-Shopify-Shop-Api-Call-Limit"));
        return delays;
    }
}
