package dev.headgate.it.agent.jdk;

import static dev.headgate.it.agent.jdk.Calling.get;
import static dev.headgate.it.agent.jdk.Calling.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Calls of the JDK's client that block their thread. */
@Guest(
        hosts = {"post.send.test", "{full,interrupted}.send-full.test", "{a,b}.send-key.test"},
        rules = """
                send: {match: {hosts: ["*.send.test"]}, key: [host], limits: [1/3s], wait: 20s}
                send-full: {match: {hosts: ["*.send-full.test"]}, key: [host], limits: [1/10m], wait: 0s}
                send-key: {match: {hosts: ["*.send-key.test"]}, key: ["header:Authorization"], limits: [1/10m], wait: 0s}""")
class SendGuest {
    private static ScriptedServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        server = ScriptedServer.ok();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void aRejectionReachesTheCallerAsItIs() throws Exception {
        status(client, get(server, "full.send-full.test"));
        assertThatThrownBy(() -> status(client, get(server, "full.send-full.test")))
                .isExactlyInstanceOf(RateLimitedIOException.class)
                .hasNoCause()
                .satisfies(thrown -> assertThat(((RateLimited) thrown).retryAfter())
                        .isBetween(Duration.ofMinutes(9), Duration.ofMinutes(10)));
        assertThat(server.hits("full.send-full.test")).isEqualTo(1);
    }

    @Test
    void aThreadThatIsInterruptedAlreadyDoesNotCall() throws Exception {
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> status(client, get(server, "interrupted.send-full.test")))
                .isExactlyInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(status(client, get(server, "interrupted.send-full.test")))
                .as("nothing was spent")
                .isEqualTo(200);
    }

    @Test
    void aBodyIsPublishedOnceAndGoesWhole() throws Exception {
        status(client, get(server, "post.send.test"));
        AtomicInteger subscribed = new AtomicInteger();
        HttpRequest.BodyPublisher body = HttpRequest.BodyPublishers.ofString("abc");
        HttpRequest post = HttpRequest.newBuilder(URI.create(server.url("post.send.test", "/")))
                .timeout(Duration.ofSeconds(5))
                .header("X-Kept", "yes")
                .POST(new HttpRequest.BodyPublisher() {
                    @Override
                    public long contentLength() {
                        return body.contentLength();
                    }

                    @Override
                    public void subscribe(Flow.Subscriber<? super ByteBuffer> subscriber) {
                        subscribed.incrementAndGet();
                        body.subscribe(subscriber);
                    }
                })
                .build();
        assertThat(status(client, post)).isEqualTo(200);

        assertThat(subscribed).hasValue(1);
        assertThat(server.arrivals("post.send.test").get(1)).satisfies(arrival -> {
            assertThat(arrival.method()).isEqualTo("POST");
            assertThat(arrival.text()).isEqualTo("abc");
            assertThat(arrival.header("x-kept")).isEqualTo("yes");
        });
    }

    @Test
    void aHeaderTellsBudgetsApart() throws Exception {
        assertThat(status(client, authorized("a.send-key.test", "Bearer 1"))).isEqualTo(200);
        assertThat(status(client, authorized("b.send-key.test", "Bearer 2"))).isEqualTo(200);
        assertThatThrownBy(() -> status(client, authorized("b.send-key.test", "Bearer 1")))
                .isExactlyInstanceOf(RateLimitedIOException.class);
    }

    private static HttpRequest authorized(String host, String value) {
        return HttpRequest.newBuilder(URI.create(server.url(host, "/")))
                .header("Authorization", value)
                .build();
    }
}
