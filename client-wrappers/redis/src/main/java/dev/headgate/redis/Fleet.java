package dev.headgate.redis;

import dev.headgate.throttle.Budget;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The rules of this process that live on Redis. Thread-safe. */
final class Fleet {
    private final String prefix;
    private final int expectedProcesses;
    private final ConcurrentHashMap<String, FleetRule> rules = new ConcurrentHashMap<>();

    Fleet(String prefix, int expectedProcesses) {
        this.prefix = prefix;
        this.expectedProcesses = expectedProcesses;
    }

    /** The rule of a budget, made when it is first named. */
    FleetRule rule(Budget budget, long nowNanos) {
        return rules.computeIfAbsent(
                KeyNames.of(KeyNames.rule(prefix, budget.rule().name()), budget.observed()),
                first -> new FleetRule(budget.rule(), budget.observed(), expectedProcesses, nowNanos));
    }

    /** The rule that a schedule is about; it must have been made. */
    FleetRule rule(Schedule schedule) {
        return Objects.requireNonNull(rules.get(schedule.rule()));
    }

    Collection<FleetRule> rules() {
        return rules.values();
    }
}
