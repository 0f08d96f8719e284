package dev.headgate.throttle.match;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The {@code match} of a rule; every part that is not empty must hold. Of hosts, methods, paths and jdbc one entry must; of
 * headers all. Immutable.
 *
 * @param hosts patterns of hosts, with scheme and port where written
 * @param methods in upper case
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
        return null;
    }

    /** Returns true if the request matches; for a single match, as of a cost. Rules are looked up in a {@link RuleTable}. */
    public <R> boolean matches(HttpReader<R> reader, R request) {
        throw new UnsupportedOperationException();
    }

    /** Returns true if a borrow of this target matches. */
    public boolean matches(JdbcTarget target) {
        throw new UnsupportedOperationException();
    }
}
