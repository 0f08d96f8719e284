package dev.headgate.throttle.match;

import java.util.List;
import java.util.Set;

/**
 * The {@code match} of a rule; every part that is not empty must hold, and of each part one entry must.
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
}
