package dev.headgate.adapter.jdk;

import dev.headgate.throttle.match.HttpReader;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Reads a request of the JDK's {@code HttpClient}. Headers that the client adds itself are not seen. Thread-safe. */
enum RequestReader implements HttpReader<HttpRequest> {
    INSTANCE;

    @Override
    public String scheme(HttpRequest request) {
        String scheme = request.uri().getScheme();
        return scheme == null ? "" : scheme;
    }

    @Override
    public String host(HttpRequest request) {
        String host = request.uri().getHost();
        return host == null ? "" : host;
    }

    @Override
    public int port(HttpRequest request) {
        return request.uri().getPort();
    }

    @Override
    public String method(HttpRequest request) {
        return request.method();
    }

    @Override
    public String rawPath(HttpRequest request) {
        String path = request.uri().getRawPath();
        return path == null ? "" : path;
    }

    @Override
    public @Nullable String rawQuery(HttpRequest request) {
        return request.uri().getRawQuery();
    }

    @Override
    public @Nullable String header(HttpRequest request, String name) {
        return request.headers().firstValue(name).orElse(null);
    }
}
