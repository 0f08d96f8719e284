package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited;
import dev.headgate.it.support.Elapsed;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A08 a call that cannot go in time fails at once")
@Guest(hosts = "{wait-okhttp,call-timeout,request-timeout,async-timeout,read-timeout}.a08.test", rules = """
                wait-okhttp.a08.test: {limits: [1/10s], wait: 1s}
                call-timeout.a08.test: {limits: [1/10s], wait: 60s}
                request-timeout.a08.test: {limits: [1/10s], wait: 60s}
                async-timeout.a08.test: {limits: [1/10s], wait: 60s}
                read-timeout.a08.test: {limits: [1/10s], wait: 1s}
                """)
class DeadlineGuest {
    private static final ScriptedServer SERVER = ScriptedServer.ok();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Test
    void becauseTheRulesWaitIsShorter() throws Exception {
        String url = SERVER.url("wait-okhttp.a08.test", "/");
        Http.OKHTTP.get(url);

        assertRefusedAtOnce("wait-okhttp.a08.test", RateLimited.Reason.LIMIT, () -> Http.OKHTTP.get(url));
    }

    @Test
    void becauseTheCallTimeoutIsShorter() throws Exception {
        OkHttpClient client =
                Http.OK.newBuilder().callTimeout(Duration.ofSeconds(1)).build();
        Request request = new Request.Builder()
                .url(SERVER.url("call-timeout.a08.test", "/"))
                .build();
        Http.OK.newCall(request).execute().close();

        assertRefusedAtOnce(
                "call-timeout.a08.test",
                RateLimited.Reason.DEADLINE,
                () -> client.newCall(request).execute());
    }

    @Test
    void becauseTheRequestTimeoutIsShorter() throws Exception {
        HttpRequest request = request("request-timeout.a08.test");
        Http.JDK.get(request.uri().toString());

        assertRefusedAtOnce(
                "request-timeout.a08.test",
                RateLimited.Reason.DEADLINE,
                () -> Http.CLIENT.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    @Test
    void becauseTheTimeoutOfAnAsynchronousRequestIsShorter() throws Exception {
        HttpRequest request = request("async-timeout.a08.test");
        Http.JDK.get(request.uri().toString());

        assertRefusedAtOnce(
                "async-timeout.a08.test",
                RateLimited.Reason.DEADLINE,
                () -> Http.CLIENT
                        .sendAsync(request, HttpResponse.BodyHandlers.ofString())
                        .get());
    }

    @Test
    void becauseTheRulesWaitIsShorterThanAReadTimeout() throws Exception {
        String url = SERVER.url("read-timeout.a08.test", "/");
        Http.HUC.get(url);

        assertRefusedAtOnce("read-timeout.a08.test", RateLimited.Reason.LIMIT, () -> {
            HttpURLConnection connection =
                    (HttpURLConnection) URI.create(url).toURL().openConnection();
            connection.setReadTimeout(1_000);
            return connection.getResponseCode();
        });
    }

    private static HttpRequest request(String host) {
        return HttpRequest.newBuilder(URI.create(SERVER.url(host, "/")))
                .timeout(Duration.ofSeconds(1))
                .build();
    }

    private static void assertRefusedAtOnce(String host, RateLimited.Reason reason, Callable<?> call) throws Exception {
        Duration took = Elapsed.atBest(() -> {
            Throwable thrown = Timed.of(call).thrown();
            RateLimited limited = RateLimited.find(thrown).orElseThrow(() -> new AssertionError(thrown));
            assertThat(limited.downstream()).isEqualTo(host);
            assertThat(limited.reason()).isEqualTo(reason);
            assertThat(limited.retryAfter()).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(10));
        });
        assertThat(took).isLessThan(Duration.ofMillis(100));
        assertThat(SERVER.hits(host)).isEqualTo(1);
    }
}
