package dev.headgate.redis;

import java.util.List;

/**
 * What a script depends on. Immutable.
 *
 * @param schedules for each schedule the kinds of its limits, in order
 * @param ruleOf for each schedule the number of its rule, from 1 in the order of their first schedules
 * @param shared what of the rules it reads and writes beside them
 */
record Shape(List<List<Kind>> schedules, List<Integer> ruleOf, Shared shared) {
    /** How much of what the budgets of a rule share. */
    enum Shared {
        NOTHING,
        RULE,
        RULE_AND_HEARTBEAT
    }

    Shape {
        schedules = List.copyOf(schedules);
        ruleOf = List.copyOf(ruleOf);
    }

    int limits() {
        int limits = 0;
        for (List<Kind> kinds : schedules) {
            limits += kinds.size();
        }
        return limits;
    }

    /** How many rules the schedules are of. */
    int rules() {
        int rules = 0;
        for (int rule : ruleOf) {
            rules = Math.max(rules, rule);
        }
        return rules;
    }

    /** The number of the rule of a schedule; both count from 1. */
    int rule(int schedule) {
        return ruleOf.get(schedule - 1);
    }

    boolean isFirstOfItsRule(int schedule) {
        return ruleOf.indexOf(rule(schedule)) == schedule - 1;
    }

    /** How many numbers a ticket keeps of the state before: last slot, mark and what the limits need. */
    static int before(List<Kind> kinds) {
        int before = 2;
        for (Kind kind : kinds) {
            before += kind.parts.names("before").size();
        }
        return before;
    }
}
