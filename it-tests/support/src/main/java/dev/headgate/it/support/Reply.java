package dev.headgate.it.support;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a {@link ScriptedServer} does with a request. Immutable.
 *
 * @param status of the answer; 0 drops the connection without one
 * @param headers beside {@code Content-Length}
 * @param body of the answer
 * @param delay before the answer is written
 */
public record Reply(int status, Map<String, String> headers, byte[] body, Duration delay) {
    public static final Reply DROP = status(0);

    /** Returns an answer with a short body. */
    public static Reply status(int status) {
        return new Reply(status, Map.of(), "hello".getBytes(StandardCharsets.UTF_8), Duration.ZERO);
    }

    public static Reply redirectTo(String location) {
        return status(302).with("Location", location);
    }

    public Reply with(String header, String value) {
        Map<String, String> more = new LinkedHashMap<>(headers);
        more.put(header, value);
        return new Reply(status, more, body, delay);
    }

    public Reply body(String text) {
        return new Reply(status, headers, text.getBytes(StandardCharsets.UTF_8), delay);
    }

    public Reply after(Duration wait) {
        return new Reply(status, headers, body, wait);
    }
}
