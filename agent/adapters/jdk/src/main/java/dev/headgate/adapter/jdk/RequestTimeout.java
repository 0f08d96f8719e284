package dev.headgate.adapter.jdk;

import java.net.http.HttpRequest;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

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
        Duration timeout = of(request);
        if (timeout == null) {
            return Long.MAX_VALUE;
        }
        try {
            return timeout.toNanos();
        } catch (ArithmeticException tooLong) {
            return Long.MAX_VALUE;
        }
    }

    /** Returns the same request with {@code waitedNanos} taken off its timeout, or {@code request} itself if it has none. */
    static HttpRequest lessWait(HttpRequest request, long waitedNanos) {
        Duration timeout = of(request);
        if (waitedNanos <= 0 || timeout == null || isInternal(request)) {
            return request;
        }
        Duration left = timeout.minusNanos(waitedNanos);
        try {
            return HttpRequest.newBuilder(request, (name, value) -> true)
                    .timeout(left.compareTo(LEAST) < 0 ? LEAST : left)
                    .build();
        } catch (RuntimeException foreign) {
            return request;
        }
    }

    /** Returns true if the client made the request itself, for a WebSocket. */
    static boolean isInternal(HttpRequest request) {
        return request.getClass().getName().equals(INTERNAL);
    }

    // A class of the program's own need not keep to what builders enforce; the client then complains in its own words.
    private static @Nullable Duration of(HttpRequest request) {
        try {
            return request.timeout().orElse(null);
        } catch (RuntimeException foreign) {
            return null;
        }
    }
}
