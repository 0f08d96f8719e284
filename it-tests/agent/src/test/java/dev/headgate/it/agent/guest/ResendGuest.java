package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What OkHttp sends again by itself")
@Guest(
        hosts = {"{one,two,floor,held}.a01.test", "{off,paused}.a53.test"},
        rules = """
                one.a01.test: {limits: [{fixed-window: 1/1d}], wait: 0, backoff: off}
                two.a01.test: {limits: [{fixed-window: 2/1d}], wait: 0, backoff: {signals: []}}
                floor.a01.test: {limits: [{fixed-window: 9/1d}], wait: 0, backoff: {jitter: none}}
                held.a01.test: {limits: [{fixed-window: 9/1d}], wait: 5s, backoff: {jitter: none}}
                off.a53.test: {limits: [1000/s], backoff: off}
                paused.a53.test: {key: ["{id}"], match: {hosts: [paused.a53.test], paths: ["/{id}"]}, limits: [1000/s], wait: 5s, backoff: {adaptive: false, jitter: none}, retry-budget: off}
                """)
class ResendGuest {
    private static final int TEN_KB = 10_240;

    private final ScriptedServer server = ScriptedServer.ok();
    private final OkHttpClient client = new OkHttpClient();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    @DisplayName("A01 is refused where its rule allows one request")
    void oneRequest() {
        server.script(this::unavailableAtFirst);

        assertThatThrownBy(() -> status("one.a01.test"))
                .isInstanceOfSatisfying(
                        RateLimitedIOException.class,
                        thrown -> assertThat(thrown.reason()).isEqualTo(RateLimited.Reason.LIMIT));
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    @DisplayName("A01 is counted where its rule allows two, and says nothing of a pause")
    void twoRequests() throws IOException {
        server.script(this::unavailableAtFirst);

        assertThat(status("two.a01.test")).isEqualTo(200);

        assertThat(server.hits()).isEqualTo(2);
        assertThatThrownBy(() -> status("two.a01.test")).isInstanceOf(RateLimitedIOException.class);
    }

    @Test
    @DisplayName("A01 is refused in the pause that the first answer began")
    void inAPause() {
        server.script(this::unavailableAtFirst);

        assertThatThrownBy(() -> status("floor.a01.test"))
                .isInstanceOfSatisfying(
                        RateLimitedIOException.class,
                        thrown -> assertThat(thrown.reason()).isEqualTo(RateLimited.Reason.PAUSED));
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    @DisplayName("A01 waits for the end of that pause where its rule lets it wait")
    void afterThePause() throws IOException {
        server.script(this::unavailableAtFirst);

        assertThat(status("held.a01.test")).isEqualTo(200);

        assertThat(server.hits()).isEqualTo(2);
        long gap = server.arrivals().get(1).nanos() - server.arrivals().get(0).nanos();
        assertThat(Duration.ofNanos(gap)).isBetween(Duration.ofSeconds(1), Duration.ofMillis(1_400));
    }

    @Test
    @DisplayName("A53 leaves no response open, whatever it says")
    void noResponseIsLeftOpen() throws Exception {
        AtomicInteger warnings = leakWarnings();
        server.script(arrival -> arrival.path().startsWith("/good")
                ? Reply.status(200)
                : Reply.status(429).with("Retry-After", "1").body("x".repeat(TEN_KB)));
        for (String host : new String[] {"off.a53.test", "paused.a53.test"}) {
            OkHttpClient own = new OkHttpClient.Builder()
                    .connectionPool(new ConnectionPool())
                    .build();
            // They set the pace at which those that follow may go.
            for (int i = 0; i < 50; i++) {
                own.newCall(request(host, "/good" + i)).execute().close();
            }
            for (int i = 0; i < 50; i++) {
                try (Response response = own.newCall(request(host, "/" + i)).execute()) {
                    assertThat(response.code()).isEqualTo(429);
                    assertThat(response.body().bytes()).hasSize(TEN_KB);
                }
            }
            assertThat(own.connectionPool().connectionCount()).isEqualTo(1);
            assertThat(own.connectionPool().idleConnectionCount()).isEqualTo(1);
        }
        System.gc();
        assertThat(warnings).hasValue(0);
    }

    private Reply unavailableAtFirst(Arrival arrival) {
        return server.hits() == 1 ? Reply.status(503).with("Retry-After", "0") : Reply.status(200);
    }

    private int status(String host) throws IOException {
        try (Response response = client.newCall(request(host, "/")).execute()) {
            response.body().string();
            return response.code();
        }
    }

    private Request request(String host, String path) {
        return new Request.Builder().url(server.url(host, path)).build();
    }

    private static AtomicInteger leakWarnings() {
        AtomicInteger seen = new AtomicInteger();
        Logger.getLogger(OkHttpClient.class.getName()).addHandler(new Handler() {
            @Override
            public void publish(LogRecord line) {
                seen.incrementAndGet();
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        });
        return seen;
    }
}
