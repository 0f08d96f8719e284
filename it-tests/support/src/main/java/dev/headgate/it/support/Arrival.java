package dev.headgate.it.support;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request as it arrived at a {@link ScriptedServer}.
 *
 * @param nanos when its first byte was read, by {@link System#nanoTime}, which all processes of one machine share
 * @param connection which connection it came on, counted from 1
 * @param method as sent
 * @param target path and query as sent
 * @param headers names in lower case; of several values the last
 * @param body as sent, without the framing
 */
public record Arrival(
        long nanos, int connection, String method, String target, Map<String, String> headers, byte[] body) {
    public @Nullable String header(String name) {
        return headers.get(name.toLowerCase(Locale.ROOT));
    }

    /** Returns the host name of the {@code Host} header, without port. */
    public String host() {
        String host = headers.getOrDefault("host", "");
        int port = host.lastIndexOf(':');
        return host.endsWith("]") || port < 0 ? host : host.substring(0, port);
    }

    /** Returns the target without query. */
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }
}
