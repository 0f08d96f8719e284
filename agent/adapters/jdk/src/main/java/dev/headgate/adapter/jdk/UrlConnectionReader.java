package dev.headgate.adapter.jdk;

import dev.headgate.throttle.match.HttpReader;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * Reads the next request of a connection, through getters that neither connect nor send. Cookies that a
 * {@code CookieHandler} adds later are not seen. Thread-safe.
 */
final class UrlConnectionReader implements HttpReader<HttpURLConnection> {
    private final UrlConnectionHeaders headers;

    UrlConnectionReader(UrlConnectionHeaders headers) {
        this.headers = headers;
    }

    @Override
    public String scheme(HttpURLConnection connection) {
        return connection.getURL().getProtocol();
    }

    @Override
    public String host(HttpURLConnection connection) {
        return connection.getURL().getHost();
    }

    @Override
    public int port(HttpURLConnection connection) {
        return connection.getURL().getPort();
    }

    @Override
    public String method(HttpURLConnection connection) {
        return connection.getRequestMethod();
    }

    @Override
    public String rawPath(HttpURLConnection connection) {
        return connection.getURL().getPath();
    }

    @Override
    public @Nullable String rawQuery(HttpURLConnection connection) {
        return connection.getURL().getQuery();
    }

    @Override
    public @Nullable String header(HttpURLConnection connection, String name) {
        return headers.first(connection, name);
    }
}
