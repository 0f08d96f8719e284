package dev.headgate.config;

import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Limit.Cost;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Conflict;
import dev.headgate.throttle.match.Match;
import dev.headgate.throttle.match.RuleTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What can only be told with all rules at hand, or of a rule as a whole. */
final class RuleChecks {
    private final Report report;
    private final Map<String, DraftRule> rules = new LinkedHashMap<>();
    private final Set<String> unread;

    /** Where calls of other rules are priced, too. */
    private final Set<String> takenByOthers = new HashSet<>();

    /**
     * Makes the checks of a file.
     *
     * @param unread names of rules that have errors and are not among {@code rules}
     */
    RuleChecks(List<DraftRule> rules, Set<String> unread, Report report) {
        this.report = report;
        this.unread = unread;
        rules.forEach(rule -> {
            this.rules.put(rule.name(), rule);
            rule.also().forEach(also -> takenByOthers.add(also.name()));
        });
    }

    void run() {
        for (DraftRule rule : rules.values()) {
            limits(rule);
            keys(rule);
            costs(rule);
        }
        new AlsoChecks(rules, unread, report).run();
        conflicts();
    }

    private void limits(DraftRule rule) {
        if (rule.body().limits() == null && !rule.body().limitsBad()) {
            report.error(
                    rule.at(),
                    "downstream " + Shown.quoted(rule.name()) + " has no limits",
                    "write limits: [100/s], or limits: unlimited; limits: [] only pauses when the downstream asks for it");
        }
        Span charge = rule.body().chargeAt();
        if (charge != null && !rule.isJdbc()) {
            report.error(
                    charge, "`charge` is for databases, and " + Shown.quoted(rule.name()) + " is none", "take it out");
        }
    }

    private void keys(DraftRule rule) {
        KeyParts own = rule.body().key();
        if (own != null) {
            key(rule, own);
        }
        for (WrittenLimit limit : rule.limits()) {
            KeyParts key = limit.key();
            if (key != null) {
                key(rule, key);
            }
        }
    }

    /** A value that no call of the rule can have makes one budget of what was meant to be many. */
    private void key(DraftRule rule, KeyParts key) {
        for (KeyPart part : key.parts()) {
            String missing = missing(rule, part);
            if (missing != null) {
                report.error(
                        key.at(),
                        "`key` of downstream " + Shown.quoted(rule.name()) + ": " + missing,
                        "every call would be charged to the same budget; take it out or correct it");
            }
        }
    }

    private static @Nullable String missing(DraftRule rule, KeyPart part) {
        Match match = rule.match();
        return switch (part.kind()) {
            case HEADER, JWT, METHOD, HOST, PATH ->
                rule.isJdbc()
                        ? "a database call has no " + part.kind().name().toLowerCase(Locale.ROOT)
                        : part.kind() == KeyPart.Kind.PATH && match.paths().isEmpty()
                                ? "`path` is the pattern that matched, and the rule has no `paths`"
                                : null;
            case PATH_VARIABLE ->
                match.paths().stream().anyMatch(path -> path.variables().contains(part.name()))
                        ? null
                        : "no path of the rule has {" + part.name() + "}";
            case USER -> rule.isJdbc() ? null : "`user` is of databases";
            case CONTEXT -> null;
        };
    }

    private void costs(DraftRule rule) {
        for (WrittenLimit limit : rule.limits()) {
            for (Cost cost : limit.limit().costs()) {
                Match match = cost.match();
                boolean http = !match.methods().isEmpty()
                        || !match.paths().isEmpty()
                        || !match.headers().isEmpty();
                if (http && rule.isJdbc()) {
                    report.error(
                            limit.at(),
                            "`costs` of downstream " + Shown.quoted(rule.name())
                                    + ": a database call has no method, path or header",
                            "write costs: [{cost: 5}] for all its calls");
                } else if (!rule.isJdbc() && !takenByOthers.contains(rule.name()) && !match.canMeet(rule.match())) {
                    report.warning(
                            limit.at(),
                            "a cost of " + cost.tokens() + " in downstream " + Shown.quoted(rule.name())
                                    + " is never taken: no call that the downstream matches has such a method, path or"
                                    + " header",
                            "correct it, or take it out");
                }
            }
        }
    }

    private void conflicts() {
        List<RuleTable.Entry<DraftRule>> entries = new ArrayList<>();
        for (DraftRule rule : rules.values()) {
            entries.add(
                    new RuleTable.Entry<>(rule.match(), rule, report.source().where(rule.at())));
        }
        for (Conflict<DraftRule> conflict : new RuleTable<>(entries).conflicts()) {
            report.error(conflict.second().value().at(), conflict.message(), null);
        }
    }
}
