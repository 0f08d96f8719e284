package dev.headgate.config.cli;

import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Explanation;
import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HeaderPattern;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.match.JdbcUrl;
import dev.headgate.throttle.match.Match;
import dev.headgate.throttle.match.RuleTable;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The call that is asked about: a request, or else a borrow.
 *
 * @param file the configuration
 * @param http the request; null for a borrow
 * @param target of the borrow; says nothing for a request
 */
record Question(String file, @Nullable HttpCall http, JdbcTarget target) {
    private static final String POOL = "pool:";
    private static final String JDBC = "jdbc:";

    static Question of(List<String> words) {
        List<String> plain = new ArrayList<>();
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        String method = "GET";
        for (Iterator<String> word = words.iterator(); word.hasNext(); ) {
            String next = word.next();
            if (next.equals("--method") || next.startsWith("--method=")) {
                method = value(next, "--method", word);
            } else if (next.equals("--header") || next.startsWith("--header=")) {
                header(value(next, "--header", word), headers);
            } else if (next.startsWith("--")) {
                throw new UsageException("explain has no option " + next.split("=", 2)[0]);
            } else {
                plain.add(next);
            }
        }
        if (!HeaderPattern.isHeaderName(method)) {
            throw new UsageException("--method wants a word like GET or POST");
        }
        if (plain.size() != 2) {
            throw new UsageException("explain wants a FILE and a URL");
        }
        return of(plain.get(0), plain.get(1), method, headers);
    }

    private static Question of(String file, String asked, String method, Map<String, String> headers) {
        if (asked.regionMatches(true, 0, JDBC, 0, JDBC.length())) {
            return new Question(file, null, new JdbcTarget(asked, null, null));
        }
        if (asked.startsWith(POOL) && asked.length() > POOL.length()) {
            return new Question(file, null, new JdbcTarget(null, asked.substring(POOL.length()), null));
        }
        try {
            HttpCall call = HttpCall.of(method, asked);
            HttpCall whole =
                    new HttpCall(call.scheme(), call.host(), call.port(), call.method(), call.rawPath(), headers);
            return new Question(file, whole, new JdbcTarget(null, null, null));
        } catch (IllegalArgumentException wrong) {
            String illegal = wrong.getCause() instanceof URISyntaxException syntax ? illegal(asked, syntax) : null;
            throw new UsageException(
                    illegal == null
                            ? "explain wants a URL (http://, https://, jdbc:) or pool:NAME after the FILE"
                            : illegal);
        }
    }

    /** Shows the one character, because the rest may hold a password; null if it is not the character that is wrong. */
    private static @Nullable String illegal(String asked, URISyntaxException syntax) {
        int index = syntax.getIndex();
        if (index < 0 || index >= asked.length() || Character.isLetterOrDigit(asked.charAt(index))) {
            return null;
        }
        int c = asked.codePointAt(index);
        return "`" + Character.toString(c) + "` cannot stand at character " + (index + 1) + " of a URL"
                + (c < 0x80 ? "; write " + String.format("%%%02X", c) : "");
    }

    private static String value(String word, String option, Iterator<String> following) {
        if (word.length() > option.length()) {
            return word.substring(option.length() + 1);
        }
        if (!following.hasNext()) {
            throw new UsageException(option + " wants a value");
        }
        return following.next();
    }

    private static void header(String text, Map<String, String> headers) {
        int colon = text.indexOf(':');
        if (colon < 1) {
            throw new UsageException("--header wants NAME:VALUE");
        }
        headers.put(text.substring(0, colon).strip(), text.substring(colon + 1).strip());
    }

    Explanation<Rule> ask(RuleTable<Rule> table) {
        return http == null ? table.explain(target) : table.explain(HttpCall.READER, http);
    }

    /** Returns what the call takes of a limit. */
    long cost(Limit limit) {
        for (Limit.Cost cost : limit.costs()) {
            Match match = cost.match();
            if (http == null ? match.matches(target) : match.matches(HttpCall.READER, http)) {
                return cost.tokens();
            }
        }
        return 1;
    }

    String text() {
        if (http != null) {
            return http.toString();
        }
        String url = target.url();
        return "borrow from "
                + (url == null ? POOL + target.poolName() : JdbcUrl.parse(url).mask());
    }

    /** Returns what the call has of a key: what was asked is shown, values of headers are not. */
    String key(List<KeyPart> parts, Found<?> found) {
        return parts.stream()
                .map(part -> Words.of(part) + " = " + value(part, found))
                .collect(Collectors.joining(", "));
    }

    private String value(KeyPart part, Found<?> found) {
        return switch (part.kind()) {
            case HOST -> http == null ? "none" : http.host();
            case METHOD -> http == null ? "none" : http.method();
            case PATH -> String.valueOf(found.template());
            case PATH_VARIABLE -> found.variables().getOrDefault(part.name(), "none");
            case HEADER -> hasHeader(part.name()) ? "(given)" : "none";
            case JWT -> hasHeader("Authorization") ? "(from the token)" : "none";
            case USER -> "(the pool's user)";
            case CONTEXT -> "(what the program says)";
        };
    }

    private boolean hasHeader(String name) {
        return http != null && http.headers().containsKey(name);
    }
}
