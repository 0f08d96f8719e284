package dev.headgate.redis;

import java.util.List;

/**
 * What a script depends on: the kinds of the limits of each schedule. Immutable.
 *
 * @param schedules for each schedule the kinds of its limits, in order
 */
record Shape(List<List<Kind>> schedules) {
    Shape {
        schedules = List.copyOf(schedules);
    }

    int limits() {
        int limits = 0;
        for (List<Kind> kinds : schedules) {
            limits += kinds.size();
        }
        return limits;
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
