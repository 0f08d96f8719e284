package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.key.KeyPart;
import java.util.List;

/**
 * The limits of one rule that share a key: one schedule for each value of the key. A rule that heeds what becomes of its calls
 * also has one, perhaps without limits, in which its calls pause and are paced, and if it has a key one in which those of a key
 * pause. Immutable; two budgets are equal only if they are the same object.
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

    /** Returns the limits; if there is none, only pauses and the pace hold calls back. */
    public List<Limit> limits() {
        return limits;
    }

    /** Returns their algorithms with their numbers. */
    public List<Bandwidth> bandwidths() {
        return limits.stream().map(Limit::bandwidth).toList();
    }

    /** Returns what tells one schedule from another; empty: there is one. */
    public List<KeyPart> key() {
        return key;
    }

    /** Returns true if all calls of the rule pause and are paced here. */
    public boolean isLead() {
        return key.isEmpty() && !rule.backoff().isOff();
    }

    /** Returns true if the calls of one key of the rule pause here. */
    public boolean isOfKey() {
        return !key.isEmpty() && key.equals(rule.key()) && !rule.backoff().isOff();
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
