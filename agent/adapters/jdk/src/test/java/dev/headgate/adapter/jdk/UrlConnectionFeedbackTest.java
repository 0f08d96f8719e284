package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.FileNotFoundException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The seams called by hand, with a real connection. */
class UrlConnectionFeedbackTest {
    private final FakeDownstreams downstreams = new FakeDownstreams("127.0.0.1");
    private final Connect connect = new Connect(downstreams);
    private final UrlConnectionAnswer answer = new UrlConnectionAnswer(downstreams);
    private final UrlConnectionFailure failure = new UrlConnectionFailure(downstreams);
    private HttpServer server;
    private HttpURLConnection connection;

    @BeforeEach
    void answerWith429() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1);
        server.createContext("/", exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "7");
            exchange.sendResponseHeaders(429, -1);
            exchange.close();
        });
        server.start();
        String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/pay";
        connection = (HttpURLConnection) URI.create(url).toURL().openConnection();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void statusAndHeadersAreToldAndWhatTheConnectionThrowsForThemIsNot() throws Exception {
        connect.enter(connection, null);
        connection.getResponseCode();
        answer.enter(connection, null);
        failure.exit(connection, null, null, new FileNotFoundException("for a status of 400 or more"));

        assertThat(downstreams.demand.told).containsExactly("/pay 429 7");
    }

    @Test
    void aFailureIsToldOnceForEachConnect() {
        connect.enter(connection, null);
        failure.exit(connection, null, null, new SocketTimeoutException("read"));
        failure.exit(connection, null, null, new SocketTimeoutException("read, remembered"));
        connect.enter(connection, null);
        connect.exit(connection, null, null, new SocketTimeoutException("connect"));
        failure.exit(connection, null, null, new SocketTimeoutException("connect, again"));

        assertThat(downstreams.demand.told)
                .containsExactly(
                        "/pay java.net.SocketTimeoutException: read", "/pay java.net.SocketTimeoutException: connect");
    }

    @Test
    void whatIsReadTellsNothing() {
        failure.exit(connection, null, "stream", null);
        connect.exit(connection, null, null, null);
        assertThat(downstreams.demand.told).isEmpty();
    }
}
