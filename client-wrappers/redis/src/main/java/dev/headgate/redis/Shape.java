package dev.headgate.redis;

import java.util.List;

/**
 * What a script depends on. Immutable.
 *
 * @param schedules for each schedule the kinds of its limits, in order
 * @param ordered the number, from 1, of the schedule of which something is said; 0: of none
 * @param told the number, from 1, of the schedule that holds the pause and the gap of the rule that is told something; 0: none is
 * @param beats whether a process is counted as alive
 * @param watched how many rules are only looked at, whether they are paused or paced
 */
record Shape(List<List<Kind>> schedules, int ordered, int told, boolean beats, int watched) {
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
