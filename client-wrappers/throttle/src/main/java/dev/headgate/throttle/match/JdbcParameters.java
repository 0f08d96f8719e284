package dev.headgate.throttle.match;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The {@code name=value} parts of a JDBC URL. */
final class JdbcParameters {
    private JdbcParameters() {}

    /** Reads pairs with {@code separator} between them; of two with one name the later counts. */
    private static Map<String, String> read(String text, char separator) {
        Map<String, String> parameters = new LinkedHashMap<>();
        int start = 0;
        while (start < text.length()) {
            int end = pairEnd(text, start, separator);
            int equals = text.indexOf('=', start);
            if (equals > start && equals < end) {
                String value = text.substring(equals + 1, end).trim();
                parameters.put(text.substring(start, equals).trim(), withoutBraces(value));
            } else if (end > start) {
                parameters.put(text.substring(start, end).trim(), "");
            }
            start = end + 1;
        }
        return parameters;
    }

    /** Returns where the parameters begin, at a {@code ?} or {@code ;}; the length of the text if there are none. */
    static int start(String text, int from) {
        int start = from;
        while (start < text.length() && text.charAt(start) != '?' && text.charAt(start) != ';') {
            start++;
        }
        return start;
    }

    /** Reads the parameters that begin at {@code start}, with {@code &} between them after {@code ?} and else {@code ;}. */
    static Map<String, String> readFrom(String text, int start) {
        return start >= text.length()
                ? Map.of()
                : read(text.substring(start + 1), text.charAt(start) == ';' ? ';' : '&');
    }

    static boolean isCredential(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("user")
                || lower.equals("username")
                || lower.equals("uid")
                || lower.equals("pass")
                || lower.contains("password")
                || lower.contains("pwd")
                || lower.contains("secret")
                || lower.contains("token");
    }

    // SQL Server lets a value stand in braces, with any separators in it and }} for a brace.
    private static int pairEnd(String text, int start, char separator) {
        int equals = text.indexOf('=', start);
        int end = text.indexOf(separator, start);
        if (separator == ';' && equals > 0 && (end < 0 || equals < end) && text.startsWith("{", equals + 1)) {
            int close = text.indexOf('}', equals);
            while (close >= 0 && text.startsWith("}}", close)) {
                close = text.indexOf('}', close + 2);
            }
            end = close < 0 ? text.length() : text.indexOf(separator, close);
        }
        return end < 0 ? text.length() : end;
    }

    private static String withoutBraces(String value) {
        boolean braced = value.length() > 1 && value.startsWith("{") && value.endsWith("}");
        return braced ? value.substring(1, value.length() - 1).replace("}}", "}") : value;
    }
}
