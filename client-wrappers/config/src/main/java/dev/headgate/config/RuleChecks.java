package dev.headgate.config;

import dev.headgate.config.RuleBody.Also;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.throttle.Limit.Cost;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Conflict;
import dev.headgate.throttle.match.Match;
import dev.headgate.throttle.match.RuleTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
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

    /**
     * Makes the checks of a file.
     *
     * @param unread names of rules that have errors and are not among {@code rules}
     */
    RuleChecks(List<DraftRule> rules, Set<String> unread, Report report) {
        this.report = report;
        this.unread = unread;
        rules.forEach(rule -> this.rules.put(rule.name(), rule));
    }

    void run() {
        for (DraftRule rule : rules.values()) {
            limits(rule);
            keys(rule);
            costs(rule);
            also(rule);
        }
        cycles();
        conflicts();
    }

    private void limits(DraftRule rule) {
        if (rule.body().limits() == null && !rule.body().limitsBad()) {
            report.error(
                    rule.at(),
                    "downstream " + Shown.quoted(rule.name()) + " has no limits",
                    "write limits: [100/s], or limits: unlimited");
        }
        if (rule.body().charge() && !rule.isJdbc()) {
            report.error(
                    rule.at(),
                    "`charge` is for databases, and " + Shown.quoted(rule.name()) + " is none",
                    "take it out");
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
                }
            }
        }
    }

    private void also(DraftRule rule) {
        Set<String> seen = new LinkedHashSet<>();
        for (Also also : rule.also()) {
            if (!rules.containsKey(also.name()) && !unread.contains(also.name())) {
                String nearest = Nearest.to(also.name(), rules.keySet());
                report.error(
                        also.at(),
                        "`also` names " + Shown.quoted(also.name()) + ", and there is no such downstream",
                        nearest == null
                                ? "it wants the name before a `:` under `downstreams`"
                                : "did you mean `" + nearest + "`?",
                        nearest);
            } else if (!seen.add(also.name())) {
                report.error(
                        also.at(), "`also` names " + Shown.quoted(also.name()) + " twice", "delete one of the two");
            }
        }
    }

    private void cycles() {
        Set<String> told = new LinkedHashSet<>();
        for (DraftRule rule : rules.values()) {
            List<String> way = wayBack(rule);
            if (way != null && told.addAll(way)) {
                report.error(
                        rule.also().get(0).at(),
                        "`also` leads in a circle: " + Shown.clipped(String.join(" > ", way)),
                        "a rule cannot take its own limits twice; take one of them out");
            }
        }
    }

    /** Returns the names from {@code rule} back to itself, or null if no `also` leads back. */
    private @Nullable List<String> wayBack(DraftRule rule) {
        Map<String, String> cameFrom = new LinkedHashMap<>();
        List<String> open = new ArrayList<>(List.of(rule.name()));
        for (int i = 0; i < open.size(); i++) {
            DraftRule here = rules.get(open.get(i));
            for (Also also : here == null ? List.<Also>of() : here.also()) {
                if (also.name().equals(rule.name())) {
                    return way(rule.name(), open.get(i), cameFrom);
                }
                if (cameFrom.putIfAbsent(also.name(), open.get(i)) == null) {
                    open.add(also.name());
                }
            }
        }
        return null;
    }

    private static List<String> way(String start, String last, Map<String, String> cameFrom) {
        List<String> way = new ArrayList<>(List.of(start));
        for (String name = last; name != null && !name.equals(start); name = cameFrom.get(name)) {
            way.add(1, name);
        }
        way.add(start);
        return way;
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
