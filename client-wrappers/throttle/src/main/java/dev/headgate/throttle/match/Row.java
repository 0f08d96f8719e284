package dev.headgate.throttle.match;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One host pattern and one path pattern of an entry. Rows are kept in order of how specific they are, so that the first that
 * matches is the one that is charged.
 *
 * @param order of the entry in the file, and of the row in the entry
 */
record Row<T>(RuleTable.Entry<T> entry, HostPattern host, PathPattern path, int order, Found<T> plain) {
    /** What of a row does not fit a request; in the order in which it is looked at. */
    enum Mismatch {
        PORT,
        SCHEME,
        METHOD,
        PATH,
        HEADER
    }

    static <T> Row<T> of(RuleTable.Entry<T> entry, HostPattern host, PathPattern path, int order) {
        String template = path == PathPattern.EVERY ? null : path.toString();
        return new Row<>(entry, host, path, order, new Found<>(entry.value(), template, Map.of()));
    }

    /** Returns null if the request matches; its host is known to. */
    <R> @Nullable Mismatch mismatch(HttpReader<R> reader, R request) {
        String scheme = reader.scheme(request);
        int port = reader.port(request);
        if (!host.matchesPort(port > 0 ? port : HostPattern.defaultPort(scheme))) {
            return Mismatch.PORT;
        }
        if (!host.matchesScheme(scheme)) {
            return Mismatch.SCHEME;
        }
        if (!entry.match().allowsMethod(reader.method(request))) {
            return Mismatch.METHOD;
        }
        if (path != PathPattern.EVERY && !path.matches(reader.rawPath(request))) {
            return Mismatch.PATH;
        }
        return entry.match().allowsHeaders(reader, request) ? null : Mismatch.HEADER;
    }

    <R> Found<T> found(HttpReader<R> reader, R request) {
        if (path.variables().isEmpty()) {
            return plain;
        }
        return new Found<>(plain.value(), plain.template(), path.extract(reader.rawPath(request)));
    }

    /** Returns true if both name the same calls in the same or another spelling. */
    boolean sameAs(Row<T> other) {
        Match mine = entry.match();
        Match its = other.entry.match();
        return host.equals(other.host)
                && path.equals(other.path)
                && mine.methods().equals(its.methods())
                && mine.headers().size() == its.headers().size()
                && mine.headers().containsAll(its.headers());
    }

    /** Returns true if one call can match both; their host patterns are equal. */
    boolean canMeet(Row<T> other) {
        return entry.match().meetsBesidePaths(other.entry.match()) && path.common(other.path) != null;
    }

    /** Returns host and path, as far as they are written. */
    @Override
    public String toString() {
        return path == PathPattern.EVERY ? host.toString() : host + " " + path;
    }
}
