package dev.headgate.throttle.match;

import static java.util.Collections.disjoint;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code match} of a rule; every part that is not empty must hold. Of hosts, methods, paths and jdbc one entry must; of
 * headers all. An empty one matches every call, as of a cost without conditions. Immutable.
 *
 * @param hosts patterns of hosts, with scheme and port where written
 * @param methods in upper case; those of requests are compared without case
 * @param paths patterns of raw paths
 * @param headers globs of header values
 * @param jdbc patterns of JDBC URLs and pool names
 */
public record Match(
        List<HostPattern> hosts,
        Set<String> methods,
        List<PathPattern> paths,
        List<HeaderPattern> headers,
        List<JdbcPattern> jdbc) {
    public Match {
        hosts = List.copyOf(hosts);
        methods = Set.copyOf(methods);
        paths = List.copyOf(paths);
        headers = List.copyOf(headers);
        jdbc = List.copyOf(jdbc);
    }

    /** Returns why no call can ever match, for a person, or null if one can. */
    public @Nullable String whyNever() {
        if (!jdbc.isEmpty() && hasHttpParts()) {
            return "no call is both a request and a borrow: give jdbc a rule of its own";
        }
        for (int i = 0; i < headers.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (!headers.get(i).canMeet(headers.get(j))) {
                    return "header " + headers.get(i).name() + " is asked to have two values at once";
                }
            }
        }
        for (String method : methods) {
            if (!HeaderPattern.isHeaderName(method)) {
                return "\"" + method + "\" is no method";
            }
        }
        return null;
    }

    /** Returns true if the request matches; for a single match, as of a cost. Rules are looked up in a {@link RuleTable}. */
    public <R> boolean matches(HttpReader<R> reader, R request) {
        return jdbc.isEmpty()
                && allowsMethod(reader.method(request))
                && allowsHeaders(reader, request)
                && (paths.isEmpty() || allowsPath(reader.rawPath(request)))
                && (hosts.isEmpty() || allowsHost(reader.scheme(request), reader.host(request), reader.port(request)));
    }

    /** Returns true if a borrow of this target matches. */
    public boolean matches(JdbcTarget target) {
        if (hasHttpParts()) {
            return false;
        }
        if (jdbc.isEmpty()) {
            return true;
        }
        for (int i = 0; i < jdbc.size(); i++) {
            if (jdbc.get(i).matches(target)) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if every call matches. */
    public boolean isEmpty() {
        return jdbc.isEmpty() && !hasHttpParts();
    }

    /** Returns true if one request, to some host, can have the methods, paths and headers of both. */
    public boolean canMeet(Match other) {
        return meetsBesidePaths(other)
                && (paths.isEmpty()
                        || other.paths.isEmpty()
                        || paths.stream()
                                .anyMatch(path -> other.paths.stream().anyMatch(its -> path.common(its) != null)));
    }

    boolean meetsBesidePaths(Match other) {
        boolean methodsMeet = methods.isEmpty() || other.methods.isEmpty() || !disjoint(methods, other.methods);
        return methodsMeet
                && headers.stream().allMatch(header -> other.headers.stream().allMatch(header::canMeet));
    }

    boolean hasHttpParts() {
        return !(hosts.isEmpty() && methods.isEmpty() && paths.isEmpty() && headers.isEmpty());
    }

    boolean allowsMethod(String method) {
        return methods.isEmpty() || methods.contains(method.toUpperCase(Locale.ROOT));
    }

    <R> boolean allowsHeaders(HttpReader<R> reader, R request) {
        return missingHeader(reader, request) == null;
    }

    /** Returns the first header that is absent or has another value; null if there is none. */
    <R> @Nullable HeaderPattern missingHeader(HttpReader<R> reader, R request) {
        for (int i = 0; i < headers.size(); i++) {
            HeaderPattern header = headers.get(i);
            String value = reader.header(request, header.name());
            if (value == null || !header.matches(value)) {
                return header;
            }
        }
        return null;
    }

    private boolean allowsPath(String path) {
        for (int i = 0; i < paths.size(); i++) {
            if (paths.get(i).matches(path)) {
                return true;
            }
        }
        return false;
    }

    private boolean allowsHost(String scheme, String host, int port) {
        for (int i = 0; i < hosts.size(); i++) {
            if (hosts.get(i).matches(scheme, host, port)) {
                return true;
            }
        }
        return false;
    }
}
