package dev.headgate.config.yaml;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides in a line that is shown what may be a secret: values under {@code headers:}, passwords, credentials in URLs. It errs
 * on the side of hiding too much.
 */
final class Masking {
    private static final Pattern HEADERS_INLINE = Pattern.compile("(headers\"?'?\\s*:\\s*)(\\{?)([^}]*)");
    private static final Pattern PAIR = Pattern.compile("([^,:{}\\s\"']+[\"']?\\s*:\\s+)(\"[^\"]*\"?|'[^']*'?|[^,}]+)");
    private static final Pattern BLOCK_VALUE = Pattern.compile("^(\\s*(?:- )?[^:]+:\\s+)(.+)$");
    private static final Pattern SECRET_WORD = Pattern.compile(
            "((?:pass|pwd?|secret|token|credential|api-?key|auth)[\\w-]*[\"']?\\s*[=:]\\s*)"
                    + "([^&;,\"'}]+|\"(?:[^\"\\\\]|\\\\.)*\"?|'(?:[^']|'')*'?)",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern IN_URL = Pattern.compile("(://)[^/@\\s\"']*@");
    /** A password may hold what ends a host, and may have no host behind it. */
    private static final Pattern REDIS = Pattern.compile(
            "(rediss?://)(?!(?:[A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])(?::[0-9]{1,5})?(?:/[0-9]*)?(?:[\\s\"',}]|$))"
                    + "(?:[^\"']*@|[^\\s\"',}]*)");

    private static final Pattern ORACLE = Pattern.compile("(jdbc:oracle:\\w*:)[^@\\s\"']+@", Pattern.CASE_INSENSITIVE);
    private static final Pattern SCHEME =
            Pattern.compile("\\b(bearer|basic)\\s+[^\\s\"',}]+", Pattern.CASE_INSENSITIVE);
    private static final String HIDDEN = "...";

    private Masking() {}

    static String mask(SourceText source, int line, String text) {
        String masked =
                underHeaders(source, line) ? BLOCK_VALUE.matcher(text).replaceFirst("$1" + HIDDEN) : maskInline(text);
        return credentials(masked);
    }

    /** Hides what looks like a password wherever it stands. */
    static String credentials(String text) {
        String masked = SECRET_WORD.matcher(text).replaceAll(Masking::hideUnlessKind);
        masked = REDIS.matcher(masked).replaceAll("$1" + HIDDEN + "@");
        masked = IN_URL.matcher(masked).replaceAll("$1" + HIDDEN + "@");
        masked = ORACLE.matcher(masked).replaceAll("$1" + HIDDEN + "@");
        return SCHEME.matcher(masked).replaceAll("$1 " + HIDDEN);
    }

    // `token-bucket: 100/s` begins like a secret's name and is none.
    private static String hideUnlessKind(MatchResult found) {
        String name = found.group(1);
        boolean harmless = name.replaceAll("[-_]", "").regionMatches(true, 0, "tokenbucket", 0, "tokenbucket".length());
        return Matcher.quoteReplacement(harmless ? found.group() : name + HIDDEN);
    }

    private static String maskInline(String text) {
        Matcher headers = HEADERS_INLINE.matcher(text);
        if (!headers.find()) {
            return text;
        }
        String pairs = headers.group(3);
        String hidden = headers.group(2).isEmpty() && !pairs.contains(": ")
                ? (pairs.isBlank() ? pairs : HIDDEN)
                : PAIR.matcher(pairs)
                        .replaceAll(pair -> Matcher.quoteReplacement(
                                pair.group(1) + (onlyStars(pair.group(2)) ? pair.group(2) : HIDDEN)));
        return text.substring(0, headers.start(3)) + hidden + text.substring(headers.end(3));
    }

    private static boolean onlyStars(String value) {
        return value.matches("[\"']?\\*+[\"']?\\s*");
    }

    private static boolean underHeaders(SourceText source, int line) {
        int indent = indent(source.line(line));
        for (int above = line - 1; above >= 1 && indent > 0; above--) {
            String text = source.line(above);
            if (text.isBlank() || indent(text) >= indent) {
                continue;
            }
            indent = indent(text);
            if (text.strip().startsWith("headers:")) {
                return true;
            }
        }
        return false;
    }

    static int indent(String line) {
        int indent = 0;
        while (indent < line.length() && line.charAt(indent) == ' ') {
            indent++;
        }
        return indent;
    }
}
