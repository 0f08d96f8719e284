package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A rejection in the form of the response that a server would have given, so that what retries above the client backs off as
 * it would for a server's word. Immutable.
 */
public final class RejectionResponse {
    private static final int TOO_MANY_REQUESTS = 429;
    private static final long MILLIS_PER_SECOND = 1_000;

    private final List<Map.Entry<String, String>> headers;
    private final String body;

    private RejectionResponse(List<Map.Entry<String, String>> headers, String body) {
        this.headers = List.copyOf(headers);
        this.body = body;
    }

    /** Makes the response to a call that {@code throttle} rejected just now. */
    public static RejectionResponse of(Throttle throttle, Rejection rejection) {
        return of(throttle.rule(), rejection, throttle.epochMillis());
    }

    /**
     * Makes the response.
     *
     * @param rule the rule that rejected
     * @param epochMillis the time of day
     */
    static RejectionResponse of(Rule rule, Rejection rejection, long epochMillis) {
        long seconds = Math.max(1, seconds(rejection.retryAfterMillis()));
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        headers.add(Map.entry("Retry-After", Long.toString(seconds)));
        headers.add(Map.entry("RateLimit", string(rejection.downstream()) + ";r=0;t=" + seconds));
        Bandwidth limit = limit(rule, rejection);
        if (limit != null) {
            headers.add(Map.entry("X-RateLimit-Limit", Long.toString(limit.getRefillTokens())));
        }
        headers.add(Map.entry("X-RateLimit-Remaining", "0"));
        headers.add(Map.entry(
                "X-RateLimit-Reset",
                Long.toString(Math.max(
                        seconds(epochMillis + rejection.retryAfterMillis()),
                        Math.floorDiv(epochMillis, MILLIS_PER_SECOND) + 1))));
        headers.add(Map.entry("Content-Type", "text/plain; charset=utf-8"));
        headers.add(Map.entry(OwnRejections.HEADER, OwnRejections.id()));
        return new RejectionResponse(
                headers,
                "Headgate rejected this call before it was sent; no server was asked. " + rejection.message()
                        + ". Come back in " + seconds + " s.\n");
    }

    /** Returns 429. */
    public int status() {
        return TOO_MANY_REQUESTS;
    }

    /** Returns the header lines in order, each name once. */
    public List<Map.Entry<String, String>> headers() {
        return headers;
    }

    /** Returns the text for a person, in UTF-8; a new array each time. */
    public byte[] body() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** The limit that stands against the call; where none does, as in a pause, the rule's first. */
    private static @Nullable Bandwidth limit(Rule rule, Rejection rejection) {
        Limit against = rejection.limit();
        if (against == null && !rule.limits().isEmpty()) {
            against = rule.limits().get(0);
        }
        return against == null ? null : against.bandwidth();
    }

    private static long seconds(long millis) {
        return Math.floorDiv(millis - 1, MILLIS_PER_SECOND) + 1;
    }

    /** As a string of RFC 9651, which has only printable ASCII: anything else is percent-encoded. */
    private static String string(String name) {
        StringBuilder text = new StringBuilder("\"");
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            if (each < ' ' || each > '~') {
                text.append(String.format("%%%02X", each & 0xff));
            } else if (each == '"' || each == '\\') {
                text.append('\\').append((char) each);
            } else {
                text.append((char) each);
            }
        }
        return text.append('"').toString();
    }
}
