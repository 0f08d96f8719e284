package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.throttle.signal.Signal;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ClassifierTest {
    private static final Signal TURNED_AWAY = new Signal(Signal.Kind.HARD, 2_000, Signal.Scope.POLICY, "retry-after");
    private static final Signal NOTHING_LEFT = new Signal(Signal.Kind.SOFT, 2_000, Signal.Scope.POLICY, "ratelimit");

    @ParameterizedTest
    @CsvSource({
        "200, SUCCESS, SUCCESS, FAILURE",
        "304, SUCCESS, SUCCESS, FAILURE",
        "400, SUCCESS, SUCCESS, OVERLOAD",
        "403, SUCCESS, SUCCESS, FAILURE",
        "404, SUCCESS, SUCCESS, FAILURE",
        "413, SUCCESS, SUCCESS, FAILURE",
        "408, OVERLOAD, OVERLOAD, OVERLOAD",
        "429, OVERLOAD, OVERLOAD, OVERLOAD",
        "500, FAILURE, FAILURE, FAILURE",
        "501, FAILURE, FAILURE, FAILURE",
        "502, OVERLOAD, OVERLOAD, OVERLOAD",
        "503, OVERLOAD, OVERLOAD, OVERLOAD",
        "504, OVERLOAD, OVERLOAD, OVERLOAD",
        "520, FAILURE, FAILURE, FAILURE",
    })
    void aStatus(int status, Result plain, Result nothingLeft, Result turnedAway) {
        assertThat(Classifier.of(status, Signal.NONE)).isEqualTo(plain);
        assertThat(Classifier.of(status, NOTHING_LEFT)).isEqualTo(nothingLeft);
        assertThat(Classifier.of(status, TURNED_AWAY)).isEqualTo(turnedAway);
    }

    static Stream<Arguments> thrown() {
        IOException rejected = new Rejection("a", Reason.LIMIT, 5, "a: used up").toIOException();
        return Stream.of(
                arguments(Result.OVERLOAD, new ConnectException("Connection refused")),
                arguments(Result.OVERLOAD, new SocketTimeoutException("Read timed out")),
                arguments(Result.OVERLOAD, new HttpTimeoutException("request timed out")),
                arguments(Result.OVERLOAD, new HttpConnectTimeoutException("HTTP connect timed out")),
                arguments(Result.OVERLOAD, new TimeoutException()),
                arguments(Result.OVERLOAD, new PoolTimeoutException()),
                arguments(Result.OVERLOAD, timeoutOfACall()),
                arguments(Result.OVERLOAD, new CompletionException(new ConnectException())),
                arguments(Result.OVERLOAD, new UncheckedIOException(new SocketTimeoutException())),
                arguments(Result.OVERLOAD, new SQLTransientConnectionException("not available in 30000ms")),
                arguments(Result.OVERLOAD, new SQLTimeoutException("cancelled on user's request")),
                arguments(Result.OVERLOAD, new SQLException("too many clients", "53300")),
                arguments(Result.OVERLOAD, new SQLException("starting up", "57P03")),
                arguments(Result.OVERLOAD, new SQLException("Too many connections", "08004", 1040)),
                arguments(Result.OVERLOAD, new SQLException("refused", "08001")),
                arguments(Result.OVERLOAD, new SQLException("no state", new ConnectException())),
                arguments(Result.FAILURE, new SQLException("no state")),
                arguments(Result.FAILURE, new SQLException("deadlock", "40001")),
                arguments(Result.FAILURE, new SocketException("Connection reset")),
                arguments(Result.FAILURE, new UnknownHostException("api.test")),
                arguments(Result.FAILURE, new NoRouteToHostException()),
                arguments(Result.FAILURE, new SSLException("handshake")),
                arguments(Result.FAILURE, new IllegalStateException("cancelled orders")),
                arguments(Result.FAILURE, new OutOfMemoryError()),
                arguments(Result.NONE, new IOException("Canceled")),
                arguments(Result.NONE, new InterruptedIOException("interrupted")),
                arguments(Result.NONE, new InterruptedIOException()),
                arguments(Result.NONE, new InterruptedException()),
                arguments(Result.NONE, new ClosedByInterruptException()),
                arguments(Result.NONE, new CancellationException()),
                arguments(Result.NONE, new SQLException("interrupted", new InterruptedException())),
                arguments(Result.NONE, rejected),
                arguments(Result.NONE, new ExecutionException(new IOException(rejected))));
    }

    /** As OkHttp ends a call whose time is over: by cancelling it. */
    private static Throwable timeoutOfACall() {
        return new InterruptedIOException("timeout").initCause(new IOException("Canceled"));
    }

    private static final class PoolTimeoutException extends InterruptedIOException {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void anException(Result result, Throwable thrown) {
        assertThat(Classifier.of(thrown)).isEqualTo(result);
    }

    @Test
    void aCircleOfCausesEnds() {
        IOException one = new IOException("one");
        IOException other = new IOException("other", one);
        one.initCause(other);
        assertThat(Classifier.of(one)).isEqualTo(Result.FAILURE);
    }
}
