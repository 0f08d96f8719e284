package dev.headgate.it.agent.guest;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A rejection as a response")
@Guest(hosts = "{okhttp,enqueue,hop,retry,send,async,late,socket,huc}.rr.test", rules = """
                "*.rr.test": {key: [host], limits: [{fixed-window: 1/1d}], wait: 0, reject: response}
                retry.rr.test: {limits: [1/1s], wait: 0, reject: response}
                late.rr.test: {limits: [1/500ms], wait: 5s, reject: response, backoff: {}}
                """)
class RejectResponseGuest {
    private final ScriptedServer server = ScriptedServer.ok();
    private final OkHttpClient okHttp = new OkHttpClient();
    private final HttpClient jdk = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    @BeforeEach
    void start() {
        server.script(arrival -> Reply.status(200));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void okHttpGetsWhatAServerWouldSay() throws IOException {
        get("okhttp.rr.test").close();

        try (Response rejected = get("okhttp.rr.test")) {
            assertThat(rejected.code()).isEqualTo(429);
            assertThat(rejected.message()).isEqualTo("Too Many Requests");
            assertHeaders(name -> rejected.header(name));
            assertThat(rejected.body().contentType().toString()).startsWith("text/plain");
            assertThat(rejected.body().string()).contains("Headgate", "*.rr.test");
        }
        assertThat(server.hits()).isEqualTo(1);
        assertThat(okHttp.connectionPool().idleConnectionCount())
                .isEqualTo(okHttp.connectionPool().connectionCount());
    }

    @Test
    void okHttpsCallbackGetsIt() throws Exception {
        get("enqueue.rr.test").close();
        CompletableFuture<Response> answer = new CompletableFuture<>();
        okHttp.newCall(request("enqueue.rr.test")).enqueue(new Callback() {
            @Override
            public void onFailure(Call call, IOException thrown) {
                answer.completeExceptionally(thrown);
            }

            @Override
            public void onResponse(Call call, Response response) {
                answer.complete(response);
            }
        });

        try (Response rejected = answer.get(10, SECONDS)) {
            assertThat(rejected.code()).isEqualTo(429);
            assertHeaders(name -> rejected.header(name));
        }
    }

    @Test
    void aHopOfOkHttpIsAnsweredToo() throws IOException {
        get("hop.rr.test").close();
        server.script(arrival -> Reply.redirectTo(server.url("hop.rr.test", "/")));

        try (Response rejected = okHttp.newCall(
                        new Request.Builder().url(server.url("localhost", "/")).build())
                .execute()) {
            assertThat(rejected.code()).isEqualTo(429);
            assertThat(rejected.priorResponse().code()).isEqualTo(302);
        }
        assertThat(server.hits()).isEqualTo(2);
    }

    @Test
    void whatRetriesAboveTheClientBacksOff() throws Exception {
        AtomicInteger rejections = new AtomicInteger();
        OkHttpClient retrying = okHttp.newBuilder()
                .addInterceptor(chain -> {
                    Response response = chain.proceed(chain.request());
                    while (response.code() == 429) {
                        rejections.incrementAndGet();
                        long seconds = Long.parseLong(response.header("Retry-After"));
                        response.close();
                        dev.headgate.it.support.Pause.of(java.time.Duration.ofSeconds(seconds));
                        response = chain.proceed(chain.request());
                    }
                    return response;
                })
                .build();
        for (int i = 0; i < 3; i++) {
            try (Response response = retrying.newCall(request("retry.rr.test")).execute()) {
                assertThat(response.code()).isEqualTo(200);
            }
        }
        assertThat(rejections).hasValue(2);
        assertThat(server.hits()).isEqualTo(3);
    }

    @Test
    void eachBodyHandlerOfTheJdkReadsIt() throws Exception {
        sendTo("send.rr.test", BodyHandlers.ofString());

        HttpResponse<String> text = sendTo("send.rr.test", BodyHandlers.ofString());
        assertThat(text.statusCode()).isEqualTo(429);
        assertThat(text.body()).contains("Headgate", "*.rr.test");
        assertThat(text.uri()).isEqualTo(URI.create(server.url("send.rr.test", "/")));
        assertThat(text.request().method()).isEqualTo("GET");
        assertThat(text.previousResponse()).isEmpty();
        HttpHeaders headers = text.headers();
        assertHeaders(name -> headers.firstValue(name).orElse(null));

        assertThat(sendTo("send.rr.test", BodyHandlers.ofByteArray()).body())
                .isEqualTo(text.body().getBytes());
        assertThat(sendTo("send.rr.test", BodyHandlers.ofLines()).body()).isNotEmpty();
        try (InputStream stream =
                sendTo("send.rr.test", BodyHandlers.ofInputStream()).body()) {
            assertThat(new String(stream.readAllBytes())).isEqualTo(text.body());
        }
        Path file = directory.resolve("body");
        assertThat(Files.readString(
                        sendTo("send.rr.test", BodyHandlers.ofFile(file)).body()))
                .isEqualTo(text.body());
        assertThat(sendTo("send.rr.test", BodyHandlers.replacing("mine")).body())
                .isEqualTo("mine");
        Flow.Publisher<List<ByteBuffer>> publisher =
                sendTo("send.rr.test", BodyHandlers.ofPublisher()).body();
        HttpResponse.BodySubscriber<String> late =
                HttpResponse.BodySubscribers.ofString(java.nio.charset.StandardCharsets.UTF_8);
        publisher.subscribe(late);
        assertThat(late.getBody().toCompletableFuture().get(5, SECONDS)).isEqualTo(text.body());
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void whatTheProgramsHandlerThrowsReachesTheProgram() throws Exception {
        sendTo("async.rr.test", BodyHandlers.discarding());

        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("async.rr.test", "/")))
                .build();
        CompletableFuture<HttpResponse<String>> answered = jdk.sendAsync(request, BodyHandlers.ofString());
        assertThat(answered.get(5, SECONDS).statusCode()).isEqualTo(429);
        assertThat(answered.get().body()).contains("Headgate");
        BodyHandler<String> failing = info -> {
            throw new IllegalStateException("the program's own fault");
        };
        assertThat(jdk.sendAsync(request, failing))
                .failsWithin(java.time.Duration.ofSeconds(5))
                .withThrowableThat()
                .havingRootCause()
                .withMessage("the program's own fault");
        assertThatThrownBy(() -> jdk.send(request, failing)).hasStackTraceContaining("the program's own fault");
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aCallThatWaitsAlreadyIsAnsweredWhenAPauseBegins() throws Exception {
        AtomicInteger number = new AtomicInteger();
        server.script(arrival ->
                number.getAndIncrement() == 0 ? Reply.status(503).with("Retry-After", "30") : Reply.status(200));
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("late.rr.test", "/")))
                .build();
        CompletableFuture<HttpResponse<String>> first = jdk.sendAsync(request, BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> waiting = jdk.sendAsync(request, BodyHandlers.ofString());

        assertThat(first.get(5, SECONDS).statusCode()).isEqualTo(503);
        HttpResponse<String> rejected = waiting.get(5, SECONDS);
        assertThat(rejected.statusCode()).isEqualTo(429);
        assertThat(rejected.headers().firstValueAsLong("Retry-After").orElse(0)).isBetween(25L, 30L);
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void whereNoResponseCanBeGivenItIsThrown() throws Exception {
        HttpURLConnection one = connection();
        assertThat(one.getResponseCode()).isEqualTo(200);
        HttpURLConnection two = connection();
        assertThatThrownBy(two::getResponseCode).isInstanceOf(RateLimitedIOException.class);

        sendTo("socket.rr.test", BodyHandlers.discarding());
        URI socket = URI.create(server.url("socket.rr.test", "/").replace("http:", "ws:"));
        assertThat(jdk.newWebSocketBuilder().buildAsync(socket, new WebSocket.Listener() {}))
                .failsWithin(java.time.Duration.ofSeconds(5))
                .withThrowableThat()
                .havingRootCause()
                .isInstanceOf(RateLimitedIOException.class);
    }

    private HttpURLConnection connection() throws IOException {
        return (HttpURLConnection)
                URI.create(server.url("huc.rr.test", "/")).toURL().openConnection();
    }

    private <T> HttpResponse<T> sendTo(String host, BodyHandler<T> handler) throws Exception {
        return jdk.send(
                HttpRequest.newBuilder(URI.create(server.url(host, "/"))).build(), handler);
    }

    private Response get(String host) throws IOException {
        return okHttp.newCall(request(host)).execute();
    }

    private Request request(String host) {
        return new Request.Builder().url(server.url(host, "/")).build();
    }

    private interface HeaderOf {
        String value(String name);
    }

    private static void assertHeaders(HeaderOf header) {
        long day = 86_400;
        long now = System.currentTimeMillis() / 1_000;
        assertThat(Long.parseLong(header.value("Retry-After"))).isBetween(1L, day);
        assertThat(header.value("RateLimit")).startsWith("\"*.rr.test\";r=0;t=");
        assertThat(header.value("X-RateLimit-Limit")).isEqualTo("1");
        assertThat(header.value("X-RateLimit-Remaining")).isEqualTo("0");
        assertThat(Long.parseLong(header.value("X-RateLimit-Reset"))).isBetween(now, now + day + 1);
        assertThat(header.value("X-Headgate-Rejected")).isNotBlank();
    }
}
