package dev.headgate.config;

import dev.headgate.config.RuleBody.Also;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Whether what {@code also} names is there, and leads in no circle. */
final class AlsoChecks {
    private final Map<String, DraftRule> rules;
    private final Set<String> unread;
    private final Report report;

    AlsoChecks(Map<String, DraftRule> rules, Set<String> unread, Report report) {
        this.rules = rules;
        this.unread = unread;
        this.report = report;
    }

    void run() {
        rules.values().forEach(this::names);
        Set<String> done = new HashSet<>();
        rules.values().forEach(rule -> circles(rule, done));
    }

    private void names(DraftRule rule) {
        Set<String> seen = new HashSet<>();
        for (Also also : rule.also()) {
            String name = Shown.quoted(also.name());
            if (!seen.add(also.name())) {
                report.error(also.at(), "`also` names " + name + " twice", "delete one of the two");
            } else if (!rules.containsKey(also.name()) && !unread.contains(also.name())) {
                String nearest = report.isFull() ? null : Nearest.to(also.name(), rules.keySet());
                report.error(
                        also.at(),
                        "`also` names " + name + ", and there is no such downstream",
                        nearest == null
                                ? "it wants what stands before a `:` under `downstreams`"
                                : "did you mean " + Shown.quoted(nearest) + "?",
                        nearest);
            }
        }
    }

    /** A place on the way from rule to rule. */
    private static final class Step {
        final DraftRule rule;
        int next;

        Step(DraftRule rule) {
            this.rule = rule;
        }
    }

    /** Goes all ways from {@code start}, each rule once; a way that comes back to itself is told. */
    private void circles(DraftRule start, Set<String> done) {
        List<Step> way = new ArrayList<>();
        Map<String, Integer> onWay = new HashMap<>();
        if (done.add(start.name())) {
            onWay.put(start.name(), way.size());
            way.add(new Step(start));
        }
        while (!way.isEmpty()) {
            Step here = way.get(way.size() - 1);
            if (here.next == here.rule.also().size()) {
                onWay.remove(here.rule.name());
                way.remove(way.size() - 1);
                continue;
            }
            Also also = here.rule.also().get(here.next++);
            Integer back = onWay.get(also.name());
            DraftRule there = rules.get(also.name());
            if (back != null) {
                circle(way.subList(back, way.size()));
            } else if (there != null && done.add(there.name())) {
                onWay.put(there.name(), way.size());
                way.add(new Step(there));
            }
        }
    }

    private void circle(List<Step> way) {
        Step first = way.get(0);
        StringBuilder names = new StringBuilder();
        way.stream().limit(10).forEach(step -> names.append(step.rule.name()).append(" > "));
        report.error(
                first.rule.also().get(first.next - 1).at(),
                "`also` leads in a circle: " + names + (way.size() > 10 ? "... > " : "") + first.rule.name(),
                "a call cannot take the same limits twice; take one of them out");
    }
}
