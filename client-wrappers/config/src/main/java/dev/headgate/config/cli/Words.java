package dev.headgate.config.cli;

import dev.headgate.config.report.Wrapping;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.HeaderPattern;
import dev.headgate.throttle.match.Match;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a configuration holds, in words for a terminal. Values of headers are not among them. */
final class Words {
    private static final int LABEL = 10;

    private Words() {}

    /** Prints {@code   match   host api.test}; text that is too long goes on below itself. */
    static void print(PrintStream out, String label, String text) {
        List<String> lines = new ArrayList<>();
        String indent = "  " + " ".repeat(LABEL);
        Wrapping.append(lines, text, indent, Columns.WIDTH);
        String first = "  " + label + " ".repeat(Math.max(1, LABEL - label.length()));
        out.println(first + lines.get(0).substring(indent.length()));
        lines.stream().skip(1).forEach(out::println);
    }

    static String of(Match match) {
        List<String> parts = new ArrayList<>();
        add(parts, "host", match.hosts());
        add(parts, "method", match.methods().stream().sorted().toList());
        add(parts, "path", match.paths());
        add(parts, "header", match.headers().stream().map(HeaderPattern::name).toList());
        add(parts, "database", match.jdbc());
        return String.join("; ", parts);
    }

    private static void add(List<String> parts, String what, Collection<?> entries) {
        if (!entries.isEmpty()) {
            parts.add(what + " " + entries.stream().map(String::valueOf).collect(Collectors.joining(", ")));
        }
    }

    static String of(KeyPart part) {
        return switch (part.kind()) {
            case HOST, METHOD, PATH, USER -> part.kind().name().toLowerCase(Locale.ROOT);
            case PATH_VARIABLE -> "{" + part.name() + "}";
            case HEADER -> "header:" + part.name();
            case JWT -> "jwt:" + part.name();
            case CONTEXT -> "context:" + part.name();
        };
    }

    static String of(List<KeyPart> key) {
        return key.stream().map(Words::of).collect(Collectors.joining(", "));
    }

    static String form(Bandwidth bandwidth) {
        return switch (bandwidth.getAlgorithm()) {
            case TOKEN_BUCKET -> "bucket of " + bandwidth.getCapacity();
            case LEAKY_BUCKET ->
                bandwidth.isMeter()
                        ? "meter of " + bandwidth.getDepth()
                        : "queue of " + bandwidth.getDepth() + ", " + bandwidth.getCapacity() + " at once";
            case FIXED_WINDOW -> "fixed windows";
            case SLIDING_WINDOW_LOG ->
                bandwidth.isInCells() ? "log in cells of " + Numbers.about(bandwidth.getCellNanos()) : "exact log";
            case SLIDING_WINDOW_COUNTER -> "two counts";
        };
    }

    /** Where limits and pauses are kept, and what happens while they cannot be asked. */
    static String store(Rule rule) {
        boolean pausesOnly = rule.limits().isEmpty();
        if (rule.store() == Store.LOCAL) {
            return "in this process: each process " + (pausesOnly ? "hears of a pause itself" : "has the whole limit");
        }
        return "on Redis; while it does not answer, "
                + switch (rule.onFailure()) {
                    case LOCAL ->
                        "each process " + (pausesOnly ? "hears of a pause itself" : "keeps to its share of the limit");
                    case ALLOW -> "calls go";
                    case DENY -> "calls are rejected";
                };
    }

    static String settings(Rule rule) {
        String also = rule.also().isEmpty() ? "" : ", also " + String.join(", ", rule.also());
        return "mode " + rule.mode().name().toLowerCase(Locale.ROOT) + ", wait " + Numbers.duration(rule.waitNanos())
                + ", queue " + rule.queue() + also + StopTerms.of(rule);
    }
}
