package dev.headgate.it.support.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.it.support.TestCertificate;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultProxyTest {
    private static RedisServer server;
    private FaultProxy proxy;

    @BeforeAll
    static void startServer() {
        server = RedisServer.started();
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void startProxy() {
        proxy = FaultProxy.before(server.port());
    }

    @AfterEach
    void stopProxy() {
        proxy.close();
    }

    private RedisConnection connect(int timeoutMillis) throws IOException {
        return new RedisConnection(proxy.port(), timeoutMillis);
    }

    private ProxiedConnection onlyConnection() {
        assertThat(proxy.connections()).hasSize(1);
        return proxy.connections().get(0);
    }

    @Test
    void passesAndTellsWhoClosed() throws IOException {
        try (RedisConnection client = connect(5_000)) {
            assertThat(client.call("ECHO", "a")).isEqualTo("a");
            assertThat(onlyConnection().closed()).isFalse();
        }
        Awaitility.await()
                .atMost(Duration.ofSeconds(5))
                .until(() -> onlyConnection().closed());
        assertThat(onlyConnection().closedByClient()).isTrue();
    }

    @Test
    void deliversLateAndInOrder() throws IOException {
        try (RedisConnection client = connect(5_000)) {
            client.call("ECHO", "warm");
            proxy.hold(Duration.ofMillis(300));
            long asked = System.nanoTime();
            client.send("ECHO", "first");
            assertThat(client.read()).isEqualTo("first");
            assertThat(System.nanoTime() - asked).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));

            client.send("ECHO", "held");
            proxy.pass();
            client.send("ECHO", "after");
            assertThat(client.read()).isEqualTo("held");
            assertThat(client.read()).isEqualTo("after");
        }
    }

    @Test
    void doesWhatIsAskedAndSwallowsTheReply() throws IOException {
        try (RedisConnection client = connect(100)) {
            proxy.swallow();
            assertThatThrownBy(() -> client.call("SET", "swallowed", "yes")).isInstanceOf(UncheckedIOException.class);
            assertThat(server.call("GET", "swallowed")).isEqualTo("yes");
        }
    }

    @Test
    void acceptsAndNeverAnswersUntilItMay() throws IOException {
        proxy.silence();
        try (RedisConnection client = connect(100)) {
            assertThatThrownBy(() -> client.call("SET", "silenced", "yes")).isInstanceOf(UncheckedIOException.class);
            assertThat(server.call("GET", "silenced")).isNull();
            proxy.pass();
            assertThat(client.call("ECHO", "a")).isEqualTo("a");
        }
    }

    @Test
    void cutsWhatIsThereAndWhatComes() throws IOException {
        try (RedisConnection client = connect(5_000)) {
            client.call("ECHO", "a");
            proxy.cut();
            assertThatThrownBy(() -> client.call("ECHO", "b")).isInstanceOf(UncheckedIOException.class);
            assertThat(onlyConnection().closedByClient()).isFalse();
        }
        assertThatThrownBy(() -> {
                    try (RedisConnection next = connect(5_000)) {
                        next.call("ECHO", "c");
                    }
                })
                .isInstanceOfAny(IOException.class, UncheckedIOException.class);
        proxy.pass();
        try (RedisConnection again = connect(5_000)) {
            assertThat(again.call("ECHO", "d")).isEqualTo("d");
        }
        assertThat(proxy.connections()).hasSize(3);
    }

    @Test
    void endsTlsForTheNameInItsCertificateOnly(@TempDir File directory) throws IOException {
        TestCertificate certificate = TestCertificate.of(directory, "redis.test");
        try (FaultProxy tls = FaultProxy.tls(certificate, server.port())) {
            try (SSLSocket good = verifying(certificate, tls, "redis.test")) {
                good.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
                assertThat(new String(good.getInputStream().readNBytes(7), StandardCharsets.US_ASCII))
                        .isEqualTo("+PONG\r\n");
            }
            try (SSLSocket wrong = verifying(certificate, tls, "other.test")) {
                assertThatThrownBy(wrong::startHandshake).isInstanceOf(SSLException.class);
            }
        }
    }

    private static SSLSocket verifying(TestCertificate certificate, FaultProxy tls, String name) throws IOException {
        Socket plain = new Socket("127.0.0.1", tls.port());
        SSLSocket socket =
                (SSLSocket) certificate.context().getSocketFactory().createSocket(plain, name, tls.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.setSoTimeout(5_000);
        return socket;
    }
}
