package dev.headgate.config.cli;

import dev.headgate.config.Configuration;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Explanation;
import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.RuleTable;
import java.io.PrintStream;
import java.util.List;
import java.util.stream.Collectors;

/** {@code explain FILE URL}: which downstream a call would be charged to, and why. */
final class Explain {
    private static final int NAME_WIDTH = 30;
    private static final int PATTERN_WIDTH = 40;

    private final Configuration configuration;
    private final Question question;
    private final PrintStream out;

    private Explain(Configuration configuration, Question question, PrintStream out) {
        this.configuration = configuration;
        this.question = question;
        this.out = out;
    }

    static int run(List<String> words, PrintStream out) {
        Question question = Question.of(words);
        new Explain(Configuration.read(Check.path(question.file())), question, out).print();
        return CommandLine.OK;
    }

    private void print() {
        List<RuleTable.Entry<Rule>> entries = configuration.rules().stream()
                .filter(rule -> rule.mode() != Mode.OFF)
                .map(rule -> new RuleTable.Entry<>(rule.match(), rule, rule.source()))
                .toList();
        Explanation<Rule> explanation = question.ask(new RuleTable<>(entries));
        Found<Rule> found = explanation.found();
        out.println(question.text());
        if (found == null) {
            out.println("is not limited: no downstream is charged with it");
        } else {
            Rule rule = found.value();
            boolean unlimited = TrueLimit.of(rule, configuration) == null;
            String is = !unlimited
                    ? "is charged to "
                    : "is " + (rule.holds() ? StopTerms.HELD : "not limited") + ": it is ";
            out.println(is + rule.name() + " (line " + configuration.lineOf(rule) + ")");
        }
        candidates(explanation);
        switchedOff();
        if (found != null) {
            charged(found);
        }
    }

    private void candidates(Explanation<Rule> explanation) {
        Columns table = new Columns("  ", 3, List.of(1), "DOWNSTREAM", "LINE", "PATTERN", "WHY");
        for (Explanation.Candidate<Rule> candidate : explanation.candidates()) {
            Rule rule = candidate.entry().value();
            table.row(
                    Columns.clipped(rule.name(), NAME_WIDTH),
                    String.valueOf(configuration.lineOf(rule)),
                    Columns.clipped(candidate.pattern(), PATTERN_WIDTH),
                    candidate.why());
        }
        if (!table.isEmpty()) {
            out.println();
            table.print(out);
        }
    }

    private void switchedOff() {
        String names = configuration.rules().stream()
                .filter(rule -> rule.mode() == Mode.OFF)
                .map(Rule::name)
                .collect(Collectors.joining(", "));
        if (!names.isEmpty()) {
            out.println();
            Words.print(out, "off", names);
        }
    }

    private void charged(Found<Rule> found) {
        Rule rule = found.value();
        out.println();
        if (!rule.key().isEmpty()) {
            Words.print(out, "key", question.key(rule.key(), found));
        }
        Words.print(out, "does", Words.settings(rule));
        if (configuration.redis().isPresent() && rule.holds()) {
            Words.print(out, "kept", Words.store(rule));
        }
        TrueLimit tightest = TrueLimit.of(rule, configuration);
        if (tightest != null) {
            Words.print(out, "comes to", tightest.text(rule, configuration));
        }
        Columns table = new Columns("    ", 1, List.of(0, 3), "TAKES", "OF", "DOWNSTREAM", "LINE");
        for (Rule charged : TrueLimit.charged(rule, configuration)) {
            for (Limit limit : charged.limits()) {
                table.row(
                        String.valueOf(question.cost(limit)),
                        limit.text()
                                + key(limit, found)
                                + (TrueLimit.isOnlyCounted(charged, rule) ? ", only counted" : ""),
                        Columns.clipped(charged.name(), NAME_WIDTH),
                        String.valueOf(configuration.lineOf(limit)));
            }
        }
        if (!table.isEmpty()) {
            table.print(out);
        }
    }

    private String key(Limit limit, Found<Rule> found) {
        List<KeyPart> key = limit.key();
        return key == null || key.isEmpty() ? "" : ", key " + question.key(key, found);
    }
}
