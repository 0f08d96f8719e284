package dev.headgate.throttle.match;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/** Finds out which driver a JDBC URL is for and reads the forms with {@code //hosts/database?parameters}. */
final class JdbcUrlParser {
    private static final String PREFIX = "jdbc:";
    private static final List<String> MYSQL_MODES =
            List.of("replication:", "loadbalance:", "load-balance-read:", "sequential:", "aurora:", "failover:");

    private JdbcUrlParser() {}

    static boolean isJdbc(String text) {
        return text.regionMatches(true, 0, PREFIX, 0, PREFIX.length());
    }

    static JdbcUrl parse(String url) {
        String text = isJdbc(url) ? url.substring(PREFIX.length()).trim() : url.trim();
        int colon = text.indexOf(':');
        String driver = colon < 0 ? "" : text.substring(0, colon).toLowerCase(Locale.ROOT);
        String rest = text.substring(colon + 1);
        return switch (driver) {
            case "postgresql" -> postgres(rest);
            case "mysql", "mariadb" -> slashes(driver, withoutMode(rest), 3306);
            case "sqlserver" -> SqlServerUrl.parse(rest);
            case "oracle" -> OracleUrl.parse(rest);
            case "h2" -> EmbeddedUrl.h2(rest);
            case "sqlite" -> EmbeddedUrl.sqlite(rest);
            default -> opaque(driver, rest);
        };
    }

    /** Reads {@code //hosts/database?parameters}. */
    static JdbcUrl slashes(String driver, String rest, int defaultPort) {
        if (!rest.startsWith("//")) {
            return opaque(driver, rest);
        }
        String text = rest.substring(2);
        int place = userEnd(text, 0) + 1;
        int end = place + JdbcHosts.end(text.substring(place));
        int query = JdbcParameters.start(text, end);
        String database = text.substring(end, query);
        return new JdbcUrl(
                driver,
                JdbcHosts.of(text.substring(0, end), defaultPort),
                "/" + decoded(database.startsWith("/") ? database.substring(1) : database),
                JdbcParameters.readFrom(text, query));
    }

    /** Keeps the text as it is, up to its parameters. */
    static JdbcUrl opaque(String driver, String rest) {
        int slashes = rest.indexOf("//");
        boolean authority = slashes == 0 || slashes > 0 && Ascii.isWord(rest.substring(0, slashes), ":+-._");
        String text = withoutUser(rest, authority ? slashes + 2 : 0);
        int query = JdbcParameters.start(text, 0);
        return new JdbcUrl(driver, "", text.substring(0, query), JdbcParameters.readFrom(text, query));
    }

    /** Takes {@code user:password@} out that begins at {@code from}. */
    static String withoutUser(String text, int from) {
        return text.substring(0, from) + text.substring(Math.max(from, userEnd(text, from) + 1));
    }

    /**
     * Returns where the {@code @} after a password is, or -1. A password may hold any character, so it is the last one that is
     * not in a parameter or in parentheses.
     */
    private static int userEnd(String text, int from) {
        int at = text.lastIndexOf('@');
        while (at >= from && (isInParameter(text, from, at) || isInParentheses(text, at))) {
            at = text.lastIndexOf('@', at - 1);
        }
        return at < from ? -1 : at;
    }

    private static boolean isInParameter(String text, int from, int at) {
        int begin = JdbcParameters.start(text, from);
        return begin < at && text.substring(begin, at).indexOf('=') >= 0;
    }

    private static boolean isInParentheses(String text, int at) {
        return text.lastIndexOf('(', at) > text.lastIndexOf(')', at) && text.indexOf(')', at) >= 0;
    }

    private static JdbcUrl postgres(String rest) {
        if (rest.startsWith("//")) {
            return slashes("postgresql", rest, 5432);
        }
        String database = rest.startsWith("/") ? rest.substring(1) : rest;
        return slashes("postgresql", "//localhost/" + database, 5432);
    }

    private static String withoutMode(String rest) {
        for (String mode : MYSQL_MODES) {
            if (rest.regionMatches(true, 0, mode, 0, mode.length())) {
                return rest.substring(mode.length());
            }
        }
        return rest;
    }

    private static String decoded(String text) {
        if (text.indexOf('%') < 0) {
            return text;
        }
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return text;
        }
    }
}
