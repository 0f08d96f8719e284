package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("One call takes one token")
@Guest(
        hosts = {"a11.test", "a12.test", "a12-wait.test", "a43.test"},
        rules = """
                a11.test: {limits: [{fixed-window: 9/1d}], wait: 0}
                a12.test: {limits: [{fixed-window: 4/1d}], wait: 0}
                a12-wait.test: {limits: [{token-bucket: 1/2s}], wait: 5s}
                a43.test: {limits: [{fixed-window: 3/1d}], wait: 0}
                """)
class OneCallGuest {
    @Test
    @DisplayName("A11 an upload by HttpURLConnection")
    void uploads() throws Exception {
        try (ScriptedServer server = ScriptedServer.http(arrival -> Reply.status(201))) {
            String url = server.url("a11.test", "/");
            for (String kind : new String[] {"plain", "fixed", "chunked", "put"}) {
                int before = server.hits();

                assertThat(upload(url, kind)).as(kind).isEqualTo(201);

                assertThat(server.hits()).as(kind).isEqualTo(before + 1);
                var arrival = server.arrivals().get(before);
                assertThat(arrival.method()).isEqualTo(kind.equals("put") ? "PUT" : "POST");
                assertThat(arrival.text()).isEqualTo("abc");
                assertThat(arrival.header("X-Kind")).isEqualTo(kind);
            }
            assertThat(Http.HUC.admitted(server, "a11.test", "/", 9)).isEqualTo(5);
        }
    }

    @Test
    @DisplayName("A12 a call by the JDK's client, whichever way it is started")
    void overloadsThatCallEachOther() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("a12.test", "/")))
                    .build();
            HttpResponse.PushPromiseHandler<String> noPush = (initiating, push, acceptor) -> {};

            assertThat(Http.CLIENT.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(Http.CLIENT.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThat(Http.CLIENT
                            .sendAsync(request, BodyHandlers.ofString())
                            .get()
                            .statusCode())
                    .isEqualTo(200);
            assertThat(Http.CLIENT
                            .sendAsync(request, BodyHandlers.ofString(), noPush)
                            .get()
                            .statusCode())
                    .isEqualTo(200);

            CompletableFuture<HttpResponse<String>> fifth = Http.CLIENT.sendAsync(request, BodyHandlers.ofString());
            Timed ended = Timed.of(() -> fifth.get(5, TimeUnit.SECONDS));
            assertThat(ended.thrown())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(RateLimitedIOException.class);
            assertThat(server.hits()).isEqualTo(4);
        }
    }

    @Test
    @DisplayName("A12 and sendAsync never blocks its caller")
    void anAsynchronousCallIsDelayedElsewhere() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create(server.url("a12-wait.test", "/")))
                    .build();
            HttpClient warm = Http.CLIENT;
            long begun = System.nanoTime();
            warm.send(request, BodyHandlers.ofString());

            CompletableFuture<?>[] call = new CompletableFuture<?>[1];
            Timed started = Timed.of(() -> call[0] = Http.CLIENT.sendAsync(request, BodyHandlers.ofString()));
            call[0].get(5, TimeUnit.SECONDS);

            assertThat(started.took()).isLessThan(Duration.ofMillis(50));
            assertThat(Duration.ofNanos(server.arrivals().get(1).nanos() - begun))
                    .isBetween(Duration.ofSeconds(2), Duration.ofMillis(2_300));
        }
    }

    @Test
    @DisplayName("A43 a call by a client that was derived again and again")
    void derivedClients() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            OkHttpClient first = new OkHttpClient();
            OkHttpClient third = first.newBuilder().build().newBuilder().build();
            OkHttpClient sixth = third;
            for (int i = 0; i < 2_000; i++) {
                sixth = sixth.newBuilder().build();
            }
            Request request =
                    new Request.Builder().url(server.url("a43.test", "/")).build();
            for (OkHttpClient client : new OkHttpClient[] {first, third, sixth}) {
                client.newCall(request).execute().close();
            }
            OkHttpClient last = sixth;

            assertThat(Timed.of(() -> last.newCall(request).execute()).thrown())
                    .isInstanceOf(RateLimitedIOException.class);
            assertThat(server.hits()).isEqualTo(3);
            assertThat(sixth.interceptors()).isEmpty();
            assertThat(sixth.networkInterceptors()).isEmpty();
        }
    }

    private static int upload(String url, String kind) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(url).toURL().openConnection();
        connection.setRequestMethod(kind.equals("put") ? "PUT" : "POST");
        connection.setDoOutput(true);
        connection.setRequestProperty("X-Kind", kind);
        if (kind.equals("fixed")) {
            connection.setFixedLengthStreamingMode(3);
        } else if (kind.equals("chunked")) {
            connection.setChunkedStreamingMode(0);
        }
        try (OutputStream body = connection.getOutputStream()) {
            body.write('a');
            dev.headgate.it.support.Pause.of(Duration.ofMillis(100));
            body.write('b');
            body.write('c');
        }
        return connection.getResponseCode();
    }
}
