package dev.headgate.throttle.match;

import java.net.URI;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A request written down, for questions about a call that nobody makes ({@code explain FILE URL}). Immutable.
 *
 * @param port -1 for the scheme's default
 * @param headers names without case
 */
public record HttpCall(
        String scheme, String host, int port, String method, String rawPath, Map<String, String> headers) {
    /** Reads such calls. */
    public static final HttpReader<HttpCall> READER = new Reader();

    public HttpCall {
        Map<String, String> anyCase = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        anyCase.putAll(headers);
        headers = Collections.unmodifiableMap(anyCase);
    }

    /**
     * Returns the call of {@code method} to {@code url}, without headers.
     *
     * @throws IllegalArgumentException if the text is not an http or https URL with a host
     */
    public static HttpCall of(String method, String url) {
        URI uri = URI.create(url);
        String scheme = uri.getScheme();
        if (scheme == null || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))) {
            throw new IllegalArgumentException("\"" + url + "\" is not a URL that begins with http:// or https://");
        }
        // Names with an underscore are hosts to every client, but not to URI.
        String authority = uri.getRawAuthority() == null ? "" : uri.getRawAuthority();
        String hostAndPort = authority.substring(authority.lastIndexOf('@') + 1);
        int colon = hostAndPort.lastIndexOf(':');
        boolean hasPort = colon > hostAndPort.lastIndexOf(']');
        String host = hasPort ? hostAndPort.substring(0, colon) : hostAndPort;
        String port = hasPort ? hostAndPort.substring(colon + 1) : "";
        if (host.isEmpty()) {
            throw new IllegalArgumentException("\"" + url + "\" names no host");
        }
        return new HttpCall(
                scheme.toLowerCase(Locale.ROOT),
                host,
                port.isEmpty() ? -1 : port(url, port),
                method,
                uri.getRawPath() == null ? "" : uri.getRawPath(),
                Map.of());
    }

    private static int port(String url, String digits) {
        int port = Ascii.isNumber(digits) && digits.length() <= 5 ? Integer.parseInt(digits) : 0;
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException("\"" + url + "\" has no usable port: write a number from 1 to 65535");
        }
        return port;
    }

    /** Without the headers, which may hold secrets. */
    @Override
    public String toString() {
        return method + " " + scheme + "://" + host + (port < 0 ? "" : ":" + port) + rawPath;
    }

    private static final class Reader implements HttpReader<HttpCall> {
        @Override
        public String scheme(HttpCall call) {
            return call.scheme;
        }

        @Override
        public String host(HttpCall call) {
            return call.host;
        }

        @Override
        public int port(HttpCall call) {
            return call.port;
        }

        @Override
        public String method(HttpCall call) {
            return call.method;
        }

        @Override
        public String rawPath(HttpCall call) {
            return call.rawPath;
        }

        @Override
        public @Nullable String header(HttpCall call, String name) {
            return call.headers.get(name);
        }
    }
}
