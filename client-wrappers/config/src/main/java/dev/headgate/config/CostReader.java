package dev.headgate.config;

import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Node.Items;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Span;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Limit.Cost;
import dev.headgate.throttle.match.Match;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads what certain calls take from a limit. */
final class CostReader {
    private static final String FORM = "write it as costs: [{methods: [POST], cost: 5}]";

    private final Values values;
    private final Report report;

    /** A cost and where its number stands. */
    record Written(Cost cost, Span at) {}

    CostReader(Values values) {
        this.values = values;
        this.report = values.report();
    }

    static long largest(List<Written> costs) {
        return costs.stream().mapToLong(written -> written.cost().tokens()).reduce(1, Math::max);
    }

    /** Returns the costs of a limit, none if it says nothing of them; null if reported. */
    @Nullable
    List<Written> read(Section limit, String rule) {
        Node node = limit.get("costs");
        if (node == null) {
            return List.of();
        }
        if (!(node instanceof Items) || ((Items) node).items().isEmpty()) {
            report.error(node.at(), "`costs` is a list of maps, but here is " + node.kind(), FORM);
            return null;
        }
        List<Written> costs = new ArrayList<>();
        boolean bad = false;
        for (Node item : ((Items) node).items()) {
            Written cost = cost(item, rule);
            bad |= cost == null;
            if (cost != null) {
                costs.add(cost);
            }
        }
        return bad || isAnyUnreached(costs, rule) ? null : costs;
    }

    /** The first that matches counts: behind one without conditions nothing is ever asked. */
    private boolean isAnyUnreached(List<Written> costs, String rule) {
        for (int i = 0; i + 1 < costs.size(); i++) {
            if (costs.get(i).cost().match().isEmpty()) {
                report.error(
                        costs.get(i + 1).at(),
                        "this cost of " + rule
                                + " is never taken: the one before it is for all calls, and the first that"
                                + " matches counts",
                        "put the cost for all calls last");
                return true;
            }
        }
        return false;
    }

    private @Nullable Written cost(Node item, String rule) {
        if (!(item instanceof Fields)) {
            report.error(item.at(), "an entry of `costs` is a map, but here is " + item.kind(), FORM);
            return null;
        }
        Section section = Section.of((Fields) item, Vocabulary.COST, "`costs` of " + rule, report);
        Node number = section.get("cost");
        if (number == null) {
            report.error(section.at(), "an entry of `costs` does not say the cost", FORM);
            return null;
        }
        Long tokens = values.count(number, "`cost`", 0, Long.MAX_VALUE);
        Match match = new MatchReader(values).match(section, "`costs`", false);
        return tokens == null || match == null ? null : new Written(new Cost(match, tokens), number.at());
    }

    /** Returns false, and reports, if a cost can never be paid. */
    boolean fit(List<Written> costs, Bandwidth bandwidth, String rule) {
        boolean fit = true;
        for (Written written : costs) {
            long cost = written.cost().tokens();
            if (cost > bandwidth.getCapacity()) {
                report.error(
                        written.at(),
                        "a cost of " + cost + " can never be paid in " + rule + ": this limit lets "
                                + bandwidth.getCapacity() + " go at most at once",
                        "lower the cost or raise what the limit holds");
                fit = false;
            }
        }
        return fit;
    }
}
