package dev.headgate.throttle.match;

import java.util.Locale;
import java.util.Map;

/** Reads the URLs of H2 and SQLite, which mostly name a file or a piece of memory. */
final class EmbeddedUrl {
    private static final int H2_PORT = 9092;

    private EmbeddedUrl() {}

    static JdbcUrl h2(String rest) {
        int end = JdbcParameters.start(rest, 0);
        String place = rest.substring(0, end);
        Map<String, String> settings = JdbcParameters.readFrom(rest, end);
        String lower = place.toLowerCase(Locale.ROOT);
        if (lower.startsWith("tcp:") || lower.startsWith("ssl:")) {
            String remote = place.substring(4);
            remote = remote.startsWith("//") ? remote.substring(2) : remote;
            int slash = JdbcHosts.end(remote);
            String path = slash < remote.length() ? remote.substring(slash) : "/";
            return new JdbcUrl("h2", JdbcHosts.of(remote.substring(0, slash), H2_PORT), path, settings);
        }
        if (lower.startsWith("mem:")) {
            return new JdbcUrl("h2", "", "mem:" + place.substring(4), settings);
        }
        if (lower.startsWith("file:")) {
            return new JdbcUrl("h2", "", "file:" + place.substring(5), settings);
        }
        boolean otherStore = place.indexOf(':') > 1;
        return new JdbcUrl("h2", "", otherStore ? place : "file:" + place, settings);
    }

    static JdbcUrl sqlite(String rest) {
        int end = JdbcParameters.start(rest, 0);
        String file = rest.substring(0, end);
        file = file.startsWith("file:") && !file.startsWith("file::") ? file.substring(5) : file;
        return new JdbcUrl("sqlite", "", file.isEmpty() ? ":memory:" : file, JdbcParameters.readFrom(rest, end));
    }
}
