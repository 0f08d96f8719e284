package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited;
import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.Elapsed;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("A pause that a response orders")
@Guest(
        hosts = {"{huc,jdk,okhttp}.{delay,date,delay-jitter,date-jitter}.a02.test", "{huc,jdk,okhttp}.pause.a08.test"},
        rules = """
                huc.delay.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                huc.date.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                huc.delay-jitter.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false}, retry-budget: off}
                huc.date-jitter.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false}, retry-budget: off}
                jdk.delay.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                jdk.date.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                jdk.delay-jitter.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false}, retry-budget: off}
                jdk.date-jitter.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false}, retry-budget: off}
                okhttp.delay.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                okhttp.date.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                okhttp.delay-jitter.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false}, retry-budget: off}
                okhttp.date-jitter.a02.test: {limits: [], wait: 5s, backoff: {adaptive: false}, retry-budget: off}
                huc.pause.a08.test: {limits: [1000/s], wait: 1s, backoff: {jitter: none}}
                jdk.pause.a08.test: {limits: [1000/s], wait: 60s, backoff: {jitter: none}}
                okhttp.pause.a08.test: {limits: [1000/s], wait: 60s, backoff: {jitter: none}}
                """)
class PauseGuest {
    private static final int PAIRS = 20;
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    static Stream<Http> all() {
        return Http.all();
    }

    /**
     * A 429 and what came after it.
     *
     * @param atMost jitter may only add, and a tenth at most
     */
    private record Gap(Duration took, Duration asked, Duration atMost) {}

    @ParameterizedTest
    @MethodSource("all")
    @DisplayName("A02 ends not a millisecond early for")
    void theNextCallIsNeverEarly(Http client) throws Exception {
        List<CompletableFuture<List<Gap>>> running = new ArrayList<>();
        for (String form : List.of("delay", "date", "delay-jitter", "date-jitter")) {
            running.add(aside(() -> pairs(client, form)));
        }
        for (CompletableFuture<List<Gap>> each : running) {
            assertThat(each.get())
                    .hasSize(PAIRS)
                    .allSatisfy(gap -> assertThat(gap.took()).isBetween(gap.asked(), gap.atMost()));
        }
    }

    @Test
    @DisplayName("A08 longer than the rule lets an HttpURLConnection wait is told at once")
    void beyondTheRulesWait() throws Exception {
        assertToldAtOnce("huc.pause.a08.test", url -> {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setReadTimeout(1_000);
            return connection.getResponseCode();
        });
    }

    @Test
    @DisplayName("A08 longer than a callTimeout is told at once")
    void beyondTheCallTimeout() throws Exception {
        OkHttpClient client =
                Http.OK.newBuilder().callTimeout(Duration.ofSeconds(1)).build();
        assertToldAtOnce("okhttp.pause.a08.test", url -> {
            try (okhttp3.Response response =
                    client.newCall(new Request.Builder().url(url).build()).execute()) {
                return response.code();
            }
        });
    }

    @Test
    @DisplayName("A08 longer than a request's timeout is told at once")
    void beyondTheRequestTimeout() throws Exception {
        assertToldAtOnce("jdk.pause.a08.test", url -> {
            HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                    .timeout(Duration.ofSeconds(1))
                    .build();
            return Http.CLIENT
                    .send(request, HttpResponse.BodyHandlers.ofString())
                    .statusCode();
        });
    }

    private interface Call {
        int get(String url) throws Exception;
    }

    private static void assertToldAtOnce(String host, Call call) throws Exception {
        try (ScriptedServer server =
                ScriptedServer.http(arrival -> Reply.status(429).with("Retry-After", "10"))) {
            String url = server.url(host, "/");
            assertThat(call.get(url)).isEqualTo(429);

            Duration took = Elapsed.atBest(() -> {
                Throwable thrown = Timed.of(() -> call.get(url)).thrown();
                RateLimited limited = RateLimited.find(thrown).orElseThrow(() -> new AssertionError(thrown));
                assertThat(limited.retryAfter()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(10));
            });
            assertThat(took).isLessThan(Duration.ofMillis(100));
            assertThat(server.hits()).isEqualTo(1);
        }
    }

    /** Calls 20 times, to be told to come later, and calls again; a few calls before make the pace no matter here. */
    private static List<Gap> pairs(Http client, String form) throws Exception {
        AtomicInteger number = new AtomicInteger();
        boolean date = form.startsWith("date");
        Told told = new Told(Duration.ofMillis(form.endsWith("jitter") ? 400 : 250));
        try (ScriptedServer server = ScriptedServer.http(arrival -> Reply.status(200))) {
            String url = server.url(client.label() + "." + form + ".a02.test", "/");
            for (int i = 0; i < PAIRS; i++) {
                client.get(url);
            }
            server.script(arrival -> number.getAndIncrement() % 2 == 0 ? told.later(arrival, date) : Reply.status(200));
            int before = server.hits();
            for (int i = 0; i < PAIRS; i++) {
                assertThat(client.get(url)).isEqualTo(429);
                assertThat(client.get(url)).isEqualTo(200);
            }
            List<Arrival> arrivals = server.arrivals().subList(before, before + 2 * PAIRS);
            List<Gap> gaps = new ArrayList<>();
            for (int i = 0; i < arrivals.size(); i += 2) {
                gaps.add(told.gap(arrivals.get(i), arrivals.get(i + 1)));
            }
            return gaps;
        }
    }

    /** When a server said 429, and what it asked for. */
    private static final class Told {
        private final Duration margin;
        private final ConcurrentHashMap<Arrival, Long> saidAt = new ConcurrentHashMap<>();
        private final ConcurrentHashMap<Arrival, Duration> asked = new ConcurrentHashMap<>();

        Told(Duration margin) {
            this.margin = margin;
        }

        Reply later(Arrival arrival, boolean date) {
            long nanos = System.nanoTime();
            Instant now = Instant.now();
            // The next whole second, if that is not about to come.
            Instant end = now.plusMillis(1_300).truncatedTo(ChronoUnit.SECONDS);
            asked.put(arrival, date ? Duration.between(now, end) : Duration.ofSeconds(1));
            saidAt.put(arrival, date ? nanos : System.nanoTime());
            return Reply.status(429).with("Retry-After", date ? HTTP_DATE.format(end) : "1");
        }

        Gap gap(Arrival refused, Arrival next) {
            Duration wanted = asked.get(refused);
            return new Gap(Duration.ofNanos(next.nanos() - saidAt.get(refused)), wanted, wanted.plus(margin));
        }
    }

    private static <T> CompletableFuture<T> aside(Callable<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                result.complete(work.call());
            } catch (Throwable thrown) {
                result.completeExceptionally(thrown);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return result;
    }
}
