package dev.headgate.adapter.jdk;

import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.Optional;

/**
 * The request's own timeout. The client starts it when the exchange starts, that is after a wait of ours, so that the wait has
 * to be taken off.
 */
final class RequestTimeout {
    private static final Duration LEAST = Duration.ofMillis(1);

    /** The client's own request class; a WebSocket handshake is one, and would be none as a copy. */
    private static final String INTERNAL = "jdk.internal.net.http.HttpRequestImpl";

    private RequestTimeout() {}

    /** Returns the timeout in nanoseconds, {@link Long#MAX_VALUE} if there is none. */
    static long nanosOf(HttpRequest request) {
        Optional<Duration> timeout = request.timeout();
        if (timeout.isEmpty()) {
            return Long.MAX_VALUE;
        }
        try {
            return timeout.get().toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /** Returns the same request with {@code waitedNanos} taken off its timeout, or {@code request} itself if it has none. */
    static HttpRequest lessWait(HttpRequest request, long waitedNanos) {
        Optional<Duration> timeout = request.timeout();
        if (waitedNanos <= 0
                || timeout.isEmpty()
                || request.getClass().getName().equals(INTERNAL)) {
            return request;
        }
        Duration left = timeout.get().minusNanos(waitedNanos);
        return HttpRequest.newBuilder(request, (name, value) -> true)
                .timeout(left.compareTo(LEAST) < 0 ? LEAST : left)
                .build();
    }
}
