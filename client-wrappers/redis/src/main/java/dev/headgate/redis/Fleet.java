package dev.headgate.redis;

import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Pacer;
import dev.headgate.throttle.Rule;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The rules of this process that live on Redis. Thread-safe. */
final class Fleet {
    private final String prefix;
    private final int expectedProcesses;
    private final Share region;
    private final ConcurrentHashMap<String, FleetRule> rules = new ConcurrentHashMap<>();

    /** @param percent the region's part of every limit */
    Fleet(String prefix, int expectedProcesses, int percent) {
        this.prefix = prefix;
        this.region = Share.of(percent, 1);
        this.expectedProcesses = expectedProcesses;
    }

    /** The rule of a budget, made when it is first named. */
    FleetRule rule(Budget budget, long nowNanos) {
        return rules.computeIfAbsent(
                KeyNames.of(KeyNames.rule(prefix, budget.rule().name()), budget.observed()),
                first -> new FleetRule(
                        budget.rule(), budget.observed(), expectedProcesses, tightest(budget.rule()), nowNanos));
    }

    /** Of the limits that all calls of a rule share, in this region. */
    private long tightest(Rule rule) {
        return Pacer.tightest(rule.limits().stream()
                .filter(limit -> (limit.key() == null ? rule.key() : limit.key()).isEmpty())
                .map(limit -> region.of(limit.bandwidth(), Share.largest(limit)))
                .toList());
    }

    /** The rule that a schedule is about; it must have been made. */
    FleetRule rule(Schedule schedule) {
        return Objects.requireNonNull(rules.get(schedule.rule()));
    }

    Collection<FleetRule> rules() {
        return rules.values();
    }
}
