package dev.headgate.it.agent.jdk;

import static dev.headgate.it.agent.jdk.Calling.gapMillis;
import static dev.headgate.it.agent.jdk.Calling.get;
import static dev.headgate.it.agent.jdk.Calling.millisSince;
import static dev.headgate.it.agent.jdk.Calling.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.Authenticator;
import java.net.PasswordAuthentication;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

/** What happens around a delayed call of the JDK's client: its end, its hops, calls inside it. */
@Guest(
        hosts = {
            "{stopped,socket,nested}.life.test",
            "refused.life-full.test",
            "{hop,auth}.life-hop.test",
            "start.life.free.test"
        },
        rules = """
                life: {match: {hosts: ["*.life.test"]}, key: [host], limits: [1/3s], wait: 20s}
                life-full: {match: {hosts: ["*.life-full.test"]}, limits: [1/10m], wait: 0s}
                life-hop: {match: {hosts: ["*.life-hop.test"]}, key: [host], limits: [2/10m], wait: 0s}""")
class ClientLifeGuest {
    private static ScriptedServer server;

    @BeforeAll
    static void start() {
        server = ScriptedServer.ok();
        server.script(arrival -> switch (arrival.path()) {
            case "/moved" -> Reply.redirectTo(server.url("hop.life-hop.test", "/"));
            case "/secret" ->
                arrival.header("authorization") == null
                        ? Reply.status(401).with("WWW-Authenticate", "Basic realm=\"x\"")
                        : Reply.status(200);
            default -> Reply.status(200);
        });
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void shutdownNowFailsADelayedCallAtOnce() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        CompletableFuture<HttpResponse<String>> delayed = delayed(client, "stopped.life.test");
        HttpClient.class.getMethod("shutdownNow").invoke(client);
        long started = System.nanoTime();
        assertThatThrownBy(delayed::get).hasCauseInstanceOf(IOException.class);
        ((AutoCloseable) client).close();
        assertThat(millisSince(started)).isLessThan(1_400);
        assertThat(server.hits("stopped.life.test")).isEqualTo(1);
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void aRefusedCallDoesNotKeepTheClientOpen() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        HttpResponse.BodyHandler<String> body = HttpResponse.BodyHandlers.ofString();
        status(client, get(server, "refused.life-full.test"));
        assertThatThrownBy(() -> client.sendAsync(get(server, "refused.life-full.test"), body)
                        .get())
                .isInstanceOf(ExecutionException.class);
        long started = System.nanoTime();
        ((AutoCloseable) client).close();
        assertThat(millisSince(started)).isLessThan(2_500);
    }

    @Test
    void theHandshakeOfAWebSocketIsCharged() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        status(client, get(server, "socket.life.test"));
        URI uri = URI.create(server.url("socket.life.test", "/").replace("http:", "ws:"));
        // The server answers 200, so that the handshake fails; what counts is when it was asked.
        assertThatThrownBy(() -> client.newWebSocketBuilder()
                        .connectTimeout(Duration.ofSeconds(9))
                        .buildAsync(uri, new WebSocket.Listener() {})
                        .get())
                .isInstanceOf(ExecutionException.class);
        assertThat(gapMillis(server, "socket.life.test")).isBetween(1_000L, 4_900L);
        assertThat(server.arrivals("socket.life.test").get(1).header("upgrade")).isEqualTo("websocket");
    }

    @Test
    void aCallInsideACallDoesNotTakeItsWait() throws Exception {
        HttpClient forThePac = HttpClient.newHttpClient();
        HttpClient client = HttpClient.newBuilder()
                .proxy(new ProxySelector() {
                    @Override
                    public List<Proxy> select(URI uri) {
                        try {
                            status(forThePac, get(server, "start.life.free.test"));
                            return List.of(Proxy.NO_PROXY);
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    @Override
                    public void connectFailed(URI uri, SocketAddress address, IOException failure) {}
                })
                .build();
        status(client, get(server, "nested.life.test"));
        assertThat(client.sendAsync(get(server, "nested.life.test"), HttpResponse.BodyHandlers.ofString())
                        .get()
                        .statusCode())
                .isEqualTo(200);
        assertThat(gapMillis(server, "nested.life.test")).isBetween(1_000L, 4_900L);
    }

    @Test
    void aHiddenRedirectIsOwedByTheHostItLeadsTo() throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
        URI moved = URI.create(server.url("start.life.free.test", "/moved"));
        for (int i = 0; i < 2; i++) {
            assertThat(status(client, HttpRequest.newBuilder(moved).build())).isEqualTo(200);
        }
        assertThatThrownBy(() -> status(client, get(server, "hop.life-hop.test")))
                .isInstanceOf(InterruptedIOException.class);
        assertThat(server.hits("hop.life-hop.test")).isEqualTo(2);
    }

    @Test
    void aRoundOfAuthenticationIsOwed() throws Exception {
        HttpClient client = HttpClient.newBuilder()
                .authenticator(new Authenticator() {
                    @Override
                    protected PasswordAuthentication getPasswordAuthentication() {
                        return new PasswordAuthentication("user", "word".toCharArray());
                    }
                })
                .build();
        URI secret = URI.create(server.url("auth.life-hop.test", "/secret"));
        assertThat(status(client, HttpRequest.newBuilder(secret).build())).isEqualTo(200);
        assertThat(server.hits("auth.life-hop.test")).isEqualTo(2);
        assertThatThrownBy(() -> status(client, get(server, "auth.life-hop.test")))
                .isInstanceOf(InterruptedIOException.class);
    }

    private static CompletableFuture<HttpResponse<String>> delayed(HttpClient client, String host) throws Exception {
        status(client, get(server, host));
        return client.sendAsync(get(server, host), HttpResponse.BodyHandlers.ofString());
    }
}
