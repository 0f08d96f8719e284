package dev.headgate.throttle;

import dev.headgate.throttle.key.KeyPart;
import java.util.List;

/**
 * The limits of one rule that share a key: one schedule for each value of the key. Immutable; two budgets are equal only if
 * they are the same object.
 */
public final class Budget {
    private final Rule rule;
    private final List<Limit> limits;
    private final List<KeyPart> key;
    private final boolean observed;

    Budget(Rule rule, List<Limit> limits, List<KeyPart> key, boolean observed) {
        this.rule = rule;
        this.limits = List.copyOf(limits);
        this.key = List.copyOf(key);
        this.observed = observed;
    }

    /** Returns the rule whose limits these are. */
    public Rule rule() {
        return rule;
    }

    /** Returns at least one limit. */
    public List<Limit> limits() {
        return limits;
    }

    /** Returns what tells one schedule from another; empty: there is one. */
    public List<KeyPart> key() {
        return key;
    }

    /** Returns true if its decisions are only counted: then it has a state of its own. */
    public boolean observed() {
        return observed;
    }

    long shortestPeriodNanos() {
        return limits.stream()
                .mapToLong(limit -> limit.bandwidth().getRefillPeriodNanos())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    /** The limits as the file has them, for messages. */
    String text() {
        return limits.stream()
                .map(Limit::text)
                .reduce((a, b) -> a + " and " + b)
                .orElse("no limit");
    }
}
