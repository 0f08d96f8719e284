package dev.headgate.it.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.contract.Stops.Played;
import dev.headgate.it.contract.Stops.Script;
import dev.headgate.it.contract.Stops.Stop;
import dev.headgate.it.support.Reply;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How servers of all kinds say stop, and when the next call arrives there: never early, and not for ever late. */
class StopSignalsIT {
    /** How late a call may be on a machine that is busy with other tests. */
    private static final Duration LATE = Duration.ofSeconds(1);

    private static final Duration FALLBACK = Duration.ofMillis(500);

    private static Reply refusal(int status, String header, Object value) {
        return Reply.status(status).with(header, String.valueOf(value));
    }

    /** The server counts in whole seconds. */
    private static Instant inSeconds(Instant now, int seconds) {
        return now.truncatedTo(ChronoUnit.SECONDS).plusSeconds(seconds);
    }

    private static void onTime(Duration gap, Duration pause) {
        assertThat(gap).isGreaterThanOrEqualTo(pause).isLessThan(pause.plus(LATE));
    }

    @Test
    @DisplayName(
            "A07 a reset in 3 s as epoch seconds or milliseconds, seconds, ISO 8601, by whatever name: then, and not at 5 s")
    void oneHeaderFiveMeanings() throws Exception {
        Map<String, Script> scripts = new LinkedHashMap<>();
        for (String header : List.of("X-RateLimit-Reset", "RateLimit-Reset", "X-Rate-Limit-Reset")) {
            Function<Object, Reply> reply =
                    value -> refusal(429, "X-RateLimit-Remaining", 0).with(header, String.valueOf(value));
            String name = header.toLowerCase(Locale.ROOT);
            scripts.put(name + ".epoch", until(3, end -> reply.apply(end.getEpochSecond())));
            scripts.put(name + ".iso", until(3, reply::apply));
            scripts.put(name + ".delta", Script.of(now -> new Stop(reply.apply(3), Duration.ofSeconds(3))));
            scripts.put(name + ".millis", Script.of(now -> {
                long end = now.toEpochMilli() + 3_000;
                return new Stop(reply.apply(end), Duration.between(now, Instant.ofEpochMilli(end)));
            }));
        }
        scripts.put("retry-after.epoch", until(3, end -> refusal(429, "Retry-After", end.getEpochSecond())));
        Map<String, Played> played =
                Stops.play("{limits: [], wait: 60s, backoff: {max-pause: 5s, floor: 500ms, jitter: none}}", 2, scripts);
        assertThat(played).hasSize(13).allSatisfy((name, host) -> {
            assertThat(host.statuses()).containsExactly(429, 200);
            onTime(host.gaps().get(0), host.told().get(0).pause());
        });
    }

    private static Script until(int seconds, Function<Instant, Reply> reply) {
        return Script.of(now -> {
            Instant end = inSeconds(now, seconds);
            return new Stop(reply.apply(end), Duration.between(now, end));
        });
    }

    @Test
    @DisplayName(
            "A18 1.5 is 1.5 s, the three spellings of a date are dates; +3, -3, 1e3, NaN, 5d and the like are nothing: 500 ms")
    void almostNumbers() throws Exception {
        Map<String, Script> scripts = new LinkedHashMap<>();
        scripts.put("decimal", after("1.5", Duration.ofMillis(1_500)));
        scripts.put("spaces", after("  2 ", Duration.ofSeconds(2)));
        List<String> nothing = List.of("+3", "-3", "abc", "", "1e3", "NaN", "Infinity", "5d", "\u0662", "\u00b2");
        IntStream.range(0, nothing.size()).forEach(i -> scripts.put("nothing-" + i, after(nothing.get(i), FALLBACK)));
        for (String form : List.of(
                "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEEE, dd-MMM-yy HH:mm:ss 'GMT'", "EEE MMM ppd HH:mm:ss yyyy")) {
            DateTimeFormatter format =
                    DateTimeFormatter.ofPattern(form, Locale.ROOT).withZone(ZoneOffset.UTC);
            scripts.put("date-" + form.indexOf(' '), until(2, end -> refusal(429, "Retry-After", format.format(end))));
        }
        String rule = "{limits: [100/s], wait: 60s, backoff: {max-pause: 3s, floor: 500ms, factor: 1, jitter: none}}";
        assertThat(Stops.play(rule, 2, scripts)).hasSize(15).allSatisfy((name, host) -> {
            assertThat(host.statuses()).containsExactly(429, 200);
            onTime(host.gaps().get(0), host.told().get(0).pause());
        });
    }

    /** Header bytes beyond ASCII go as UTF-8. */
    private static Script after(String retryAfter, Duration pause) {
        String bytes = new String(retryAfter.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return Script.of(now -> new Stop(refusal(429, "Retry-After", bytes), pause));
    }

    @Test
    @DisplayName("A33 Retry-After of -1, of 2015 or of 0: the program gets its 429s, never closer than 500 ms")
    void negativeAndPast() throws Exception {
        Map<String, Script> scripts = new LinkedHashMap<>();
        scripts.put("negative", always("-1"));
        scripts.put("past", always("Tue, 06 Jan 2015 08:49:37 GMT"));
        scripts.put("zero", always("0"));
        String rule = "{limits: [100/s], wait: 60s, backoff: {floor: 500ms, factor: 1, jitter: none, adaptive: false},"
                + " retry-budget: off}";
        assertThat(Stops.play(rule, 6, scripts)).hasSize(3).allSatisfy((name, host) -> {
            assertThat(host.statuses()).containsExactly(429, 429, 429, 429, 429, 429);
            assertThat(host.gaps()).hasSize(5).allSatisfy(gap -> onTime(gap, FALLBACK));
        });
    }

    private static Script always(String retryAfter) {
        Function<Instant, Stop> stop = now -> new Stop(refusal(429, "Retry-After", retryAfter), FALLBACK);
        return Script.of(stop, stop, stop, stop, stop, stop);
    }

    @Test
    @DisplayName("A34 403 with Retry-After: 2.0 s; 403 or 200 with nothing left: until the reset; a plain 403: at once")
    void forbiddenIsALimitOnlyIfItSaysSo() throws Exception {
        Map<String, Script> scripts = new LinkedHashMap<>();
        scripts.put(
                "after",
                Script.of(now -> new Stop(refusal(403, "Retry-After", 2).body("slow"), Duration.ofSeconds(2))));
        scripts.put("reset", until(3, end -> nothingLeft(403, end)));
        scripts.put("plain", Script.of(now -> new Stop(Reply.status(403).body("slow"), Duration.ZERO)));
        scripts.put("good", until(3, end -> nothingLeft(200, end)));
        String rule = "{limits: [100/s], wait: 60s, backoff: {max-pause: 60s, floor: 20s, jitter: none}}";
        assertThat(Stops.play(rule, 2, scripts)).hasSize(4).allSatisfy((name, host) -> {
            int status = host.told().get(0).reply().status();
            assertThat(status).isEqualTo(name.equals("good") ? 200 : 403);
            assertThat(host.statuses()).containsExactly(status, 200);
            assertThat(host.bodies()).containsExactly("slow", "hello");
            onTime(host.gaps().get(0), host.told().get(0).pause());
        });
    }

    private static Reply nothingLeft(int status, Instant reset) {
        return refusal(status, "X-RateLimit-Remaining", 0)
                .with("X-RateLimit-Reset", String.valueOf(reset.getEpochSecond()))
                .body("slow");
    }

    @Test
    @DisplayName("A58 429s without a header: 10, 20, 40, 80, 100, 100, 100, 100 ms, and 10 ms again after a 200")
    void ownPausesGrowToTheirBoundAndBeginAnew() throws Exception {
        List<Integer> millis = List.of(10, 20, 40, 80, 100, 100, 100, 100, 0, 10);
        Function<Instant, Stop> refused = now -> new Stop(Reply.status(429), Duration.ZERO);
        Function<Instant, Stop> served = now -> new Stop(Reply.status(200), Duration.ZERO);
        Script script =
                Script.of(refused, refused, refused, refused, refused, refused, refused, refused, served, refused);
        String rule = "{limits: [1000/s], wait: 60s, backoff: {floor: 10ms, factor: 2, floor-max: 100ms, jitter: none,"
                + " adaptive: false}, retry-budget: off}";
        // A thread may wake late, but hardly each time; and what a JVM does for the first time takes longer than these
        // pauses.
        List<Duration> atBest = Collections.nCopies(millis.size(), Duration.ofDays(1));
        for (int round = 0; round < 6 && !areOnTime(atBest, millis); round++) {
            Played host = Stops.play(rule, 11, Map.of("own", script)).get("own");
            assertThat(host.statuses()).containsExactly(429, 429, 429, 429, 429, 429, 429, 429, 200, 429, 200);
            assertThat(host.gaps()).hasSize(millis.size());
            for (int i = 0; i < millis.size(); i++) {
                assertThat(host.gaps().get(i)).isGreaterThanOrEqualTo(Duration.ofMillis(millis.get(i)));
            }
            atBest = shorter(atBest, host.gaps());
        }
        assertThat(areOnTime(atBest, millis)).as(atBest.toString()).isTrue();
    }

    private static List<Duration> shorter(List<Duration> some, List<Duration> others) {
        return IntStream.range(0, some.size())
                .mapToObj(i -> some.get(i).compareTo(others.get(i)) < 0 ? some.get(i) : others.get(i))
                .toList();
    }

    /** The gap after the 200 is one of the pace and not of a pause. */
    private static boolean areOnTime(List<Duration> gaps, List<Integer> millis) {
        return IntStream.range(0, millis.size())
                .filter(i -> millis.get(i) > 0)
                .allMatch(i -> gaps.get(i).compareTo(Duration.ofMillis(millis.get(i) + 30)) <= 0);
    }
}
