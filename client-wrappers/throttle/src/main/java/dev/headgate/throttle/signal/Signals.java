package dev.headgate.throttle.signal;

import dev.headgate.throttle.signal.Signal.Kind;
import dev.headgate.throttle.signal.Signal.Scope;

/**
 * Reads from a response when to come back. Pure functions.
 *
 * <p>A call was turned away where the status is 429 or 503, with or without a header that says until when; where it is 403, 408,
 * 413 or another 5xx and one of the {@code Retry-After} kind says so; where it is 403 and a quota is used up; where it is 400 and
 * AWS names a throttling error; where a call of gRPC failed and the server pushes back. Any other response that says that a quota
 * is used up is a soft signal, unless it comes from a cache; {@code Retry-After} means something else there.
 *
 * <p>Headers count in this order, and one that is malformed, past or 0 leaves it to the next: {@code grpc-retry-pushback-ms},
 * {@code x-ms-retry-after-ms}, {@code retry-after-ms}, {@code x-amz-retry-after}, {@code Retry-After}, {@code
 * X-RateLimit-Retry-After}, quotas in {@code RateLimit} that are used up, {@code X-RateLimit-Reset-After}, the other reset headers
 * whose quota is used up, Shopify's bucket, GitHub's minute. Of several lines or values of one header the latest counts.
 */
public final class Signals {
    /** The longest delay that is told, in milliseconds: 366 days. */
    public static final long MAX_DELAY_MILLIS = 366 * 86_400_000L;

    private static final Signal UNTOLD = new Signal(Kind.HARD, 0, Scope.POLICY, "");

    private Signals() {}

    /**
     * Returns what a response says. Never throws, whatever stands in its headers, and never tells an earlier time than they do. A
     * response without such headers costs no memory.
     *
     * @param reader reads responses of this client's type; its headers are walked at most once
     * @param terms which headers are believed
     * @param nowEpochMillis our clock, for times since the epoch where the response does not say what time it is there
     */
    public static <R> Signal read(ResponseReader<R> reader, R response, SignalTerms terms, long nowEpochMillis) {
        int status = reader.status(response);
        if (status < 200 || terms.families().isEmpty()) {
            return untold(status);
        }
        HeaderLines lines = HeaderLines.lend();
        try {
            reader.headers(response, lines);
            return lines.isEmpty() ? untold(status) : new SignalReading(status, lines, terms, nowEpochMillis).signal();
        } finally {
            lines.giveBack();
        }
    }

    private static Signal untold(int status) {
        return SignalReading.isRefusal(status) ? UNTOLD : Signal.NONE;
    }
}
