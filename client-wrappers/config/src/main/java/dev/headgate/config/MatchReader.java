package dev.headgate.config;

import dev.headgate.config.Values.Text;
import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.match.HeaderPattern;
import dev.headgate.throttle.match.HostPattern;
import dev.headgate.throttle.match.JdbcPattern;
import dev.headgate.throttle.match.Match;
import dev.headgate.throttle.match.PathPattern;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads {@code match} and what costs say of calls. */
final class MatchReader {
    private final Values values;
    private final Report report;

    MatchReader(Values values) {
        this.values = values;
        this.report = values.report();
    }

    /** Returns true if a downstream's key is a JDBC URL or the name of a pool, and not a host. */
    static boolean isJdbc(String pattern) {
        return pattern.startsWith("jdbc:") || pattern.startsWith("pool:");
    }

    /** Reads the key of a downstream without {@code match}. */
    @Nullable
    Match pattern(String text, Span at) {
        return parsed(new Text(text, false, at), "", MatchReader::named);
    }

    /**
     * Returns what a downstream matches whose name is a host pattern, a JDBC URL or {@code pool:NAME}.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    static Match named(String text) {
        return isJdbc(text)
                ? new Match(List.of(), Set.of(), List.of(), List.of(), List.of(JdbcPattern.parse(text)))
                : new Match(List.of(HostPattern.parse(text)), Set.of(), List.of(), List.of(), List.of());
    }

    @Nullable
    Match match(Node node, String rule) {
        if (!(node instanceof Fields)) {
            report.error(
                    node.at(),
                    "`match` is a map, but here is " + node.kind(),
                    "write it as match: {hosts: [api.test]}");
            return null;
        }
        Section section = Section.of((Fields) node, Vocabulary.MATCH, "`match` of " + rule, report);
        return match(section, rule, true);
    }

    /** Reads the conditions of a cost, or of a rule; only a rule must have one. */
    @Nullable
    Match match(Section section, String what, boolean needed) {
        boolean any = section.has("hosts")
                || section.has("jdbc")
                || section.has("paths")
                || section.has("methods")
                || section.has("headers");
        if (!any && needed) {
            report.error(
                    section.at(), "`match` of " + what + " is empty", "say which calls: match: {hosts: [api.test]}");
            return null;
        }
        List<HostPattern> hosts = patterns(section, "hosts", HostPattern::parse);
        List<PathPattern> paths = patterns(section, "paths", PathPattern::parse);
        Set<String> methods = methods(section);
        List<HeaderPattern> headers = headers(section);
        List<JdbcPattern> jdbc = jdbc(section);
        if (hosts == null || paths == null || methods == null || headers == null || jdbc == null) {
            return null;
        }
        Match match = new Match(hosts, methods, paths, headers, jdbc);
        String never = match.whyNever();
        if (never != null && needed) {
            report.error(section.at(), what + " can never match: " + never, null);
            return null;
        }
        return match;
    }

    private <T> @Nullable List<T> patterns(Section section, String key, Function<String, T> parser) {
        Node node = section.get(key);
        if (node == null) {
            return List.of();
        }
        List<Text> texts = values.list(node, "`" + key + "`", false);
        return texts == null ? null : parsed(texts, "`" + key + "`: ", parser);
    }

    private <T> @Nullable List<T> parsed(List<Text> texts, String prefix, Function<String, T> parser) {
        List<T> patterns = new ArrayList<>();
        boolean bad = false;
        for (Text text : texts) {
            T pattern = parsed(text, prefix, parser);
            if (pattern == null) {
                bad = true;
            } else {
                patterns.add(pattern);
            }
        }
        return bad ? null : patterns;
    }

    private <T> @Nullable T parsed(Text text, String prefix, Function<String, T> parser) {
        try {
            return parser.apply(text.text());
        } catch (IllegalArgumentException bad) {
            String message = text.expanded() ? "what the placeholder stands for is no such pattern" : bad.getMessage();
            report.error(text.at(), prefix + message, null);
            return null;
        }
    }

    private @Nullable Set<String> methods(Section section) {
        Node node = section.get("methods");
        if (node == null) {
            return Set.of();
        }
        List<Text> texts = values.list(node, "`methods`", false);
        Set<String> methods = new LinkedHashSet<>();
        for (Text text : texts == null ? List.<Text>of() : texts) {
            if (!text.text().matches("[A-Za-z][A-Za-z-]{0,30}")) {
                report.error(text.at(), "`methods`: this is not an HTTP method", "a method is a word like GET or POST");
                return null;
            }
            methods.add(text.text().toUpperCase(Locale.ROOT));
        }
        return texts == null ? null : methods;
    }

    private @Nullable List<HeaderPattern> headers(Section section) {
        Node node = section.get("headers");
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof Fields) || ((Fields) node).fields().isEmpty()) {
            report.error(
                    node.at(),
                    "`headers` is a map of names and patterns, but here is " + node.kind(),
                    "write it as headers: {Accept: \"text/*\"}");
            return null;
        }
        List<HeaderPattern> headers = new ArrayList<>();
        boolean bad = false;
        for (Field field : ((Fields) node).fields()) {
            HeaderPattern header = header(field);
            if (header == null) {
                bad = true;
            } else {
                headers.add(header);
            }
        }
        return bad ? null : headers;
    }

    private @Nullable HeaderPattern header(Field field) {
        Text value = values.text(field.value(), "the header's pattern");
        if (value == null) {
            return null;
        }
        try {
            return HeaderPattern.parse(field.key().text(), value.text());
        } catch (IllegalArgumentException bad) {
            report.error(field.key().at(), "`headers`: this is not a name that a header can have", null);
            return null;
        }
    }

    private @Nullable List<JdbcPattern> jdbc(Section section) {
        Node node = section.get("jdbc");
        if (node == null) {
            return List.of();
        }
        List<Text> texts = values.list(node, "`jdbc`", false);
        if (texts == null || !wholeUrls(texts)) {
            return null;
        }
        return parsed(texts, "`jdbc`: ", JdbcPattern::parse);
    }

    /** A comma in an unquoted URL ends the entry; what follows is no URL. */
    private boolean wholeUrls(List<Text> texts) {
        boolean whole = true;
        for (int i = 0; i < texts.size(); i++) {
            int next = i + 1;
            while (next < texts.size() && !isJdbc(texts.get(next).text())) {
                next++;
            }
            if (isJdbc(texts.get(i).text()) && next > i + 1) {
                List<String> parts =
                        texts.subList(i, next).stream().map(Text::text).toList();
                report.error(
                        texts.get(i).at().to(texts.get(next - 1).at()),
                        "a comma ends an unquoted entry, so this URL became " + parts.size() + " entries",
                        "put the URL in quotes",
                        "\"" + String.join(",", parts) + "\"");
                whole = false;
                i = next - 1;
            }
        }
        return whole;
    }
}
