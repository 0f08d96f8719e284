package dev.headgate.it.agent.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** {@code HttpURLConnection}: each connect is charged, nothing is sent before its time. */
@Guest(
        hosts = {"hops.huc.test", "{full,same,reused}.huc-full.test", "{a,b,c}.huc-key.test"},
        rules = """
                huc: {match: {hosts: ["*.huc.test"]}, key: [host], limits: [1/3s], wait: 4s}
                huc-full: {match: {hosts: ["*.huc-full.test"]}, key: [host], limits: [2/10m], wait: 0s}
                huc-key: {match: {hosts: ["*.huc-key.test"]}, key: ["header:Authorization"], limits: [1/10m], wait: 0s}""")
class UrlConnectionGuest {
    private static ScriptedServer server;

    @BeforeAll
    static void start() {
        server = ScriptedServer.ok();
        server.script(arrival -> switch (arrival.path()) {
            case "/again" -> Reply.redirectTo(server.url(arrival.host(), "/"));
            case "/round" -> Reply.redirectTo(server.url(arrival.host(), "/round"));
            default -> Reply.status(200);
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aRejectionIsOursHoweverOftenTheProgramAsks() throws Exception {
        status(open("full.huc-full.test", "/"));
        status(open("full.huc-full.test", "/"));
        HttpURLConnection refused = open("full.huc-full.test", "/");

        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(refused::getInputStream)
                    .isExactlyInstanceOf(RateLimitedIOException.class)
                    .satisfies(thrown -> {
                        RateLimited limited = (RateLimited) thrown;
                        assertThat(limited.downstream()).isEqualTo("huc-full");
                        assertThat(limited.retryAfter()).isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10));
                    });
            assertThatThrownBy(refused::getResponseCode).isExactlyInstanceOf(RateLimitedIOException.class);
        }
        assertThat(server.hits("full.huc-full.test")).isEqualTo(2);
    }

    @Test
    void aRedirectToTheSameHostIsChargedAgain() throws Exception {
        assertThat(status(open("same.huc-full.test", "/again"))).isEqualTo(200);
        assertThatThrownBy(() -> status(open("same.huc-full.test", "/")))
                .isExactlyInstanceOf(RateLimitedIOException.class);
        assertThat(server.hits("same.huc-full.test")).isEqualTo(2);
    }

    @Test
    void aKeptAliveConnectionIsChargedAgain() throws Exception {
        status(open("reused.huc-full.test", "/"));
        status(open("reused.huc-full.test", "/"));
        assertThat(server.arrivals("reused.huc-full.test").get(1).connection())
                .isEqualTo(server.arrivals("reused.huc-full.test").get(0).connection());
        assertThatThrownBy(() -> status(open("reused.huc-full.test", "/")))
                .isExactlyInstanceOf(RateLimitedIOException.class);
    }

    @Test
    void allHopsOfACallShareOneWait() {
        // A slot every 3 s and a wait of 4 s: the second hop waits 3 s, the third finds 1 s left.
        assertThatThrownBy(() -> status(open("hops.huc.test", "/round")))
                .isExactlyInstanceOf(RateLimitedIOException.class);
        assertThat(server.hits("hops.huc.test")).isEqualTo(2);
    }

    @Test
    void anAuthorizationTellsBudgetsApart() throws Exception {
        assertThat(status(authorized("a.huc-key.test", "Bearer 1"))).isEqualTo(200);
        assertThat(status(authorized("b.huc-key.test", "Bearer 2"))).isEqualTo(200);
        assertThatThrownBy(() -> status(authorized("c.huc-key.test", "Bearer 1")))
                .isExactlyInstanceOf(RateLimitedIOException.class);
    }

    private static HttpURLConnection authorized(String host, String value) throws IOException {
        HttpURLConnection connection = open(host, "/");
        connection.setRequestProperty("Authorization", value);
        return connection;
    }

    static HttpURLConnection open(String host, String path) throws IOException {
        return (HttpURLConnection) URI.create(server.url(host, path)).toURL().openConnection();
    }

    static int status(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        connection.getInputStream().readAllBytes();
        return status;
    }
}
