package dev.headgate.redis;

import java.util.List;

/**
 * What one call asks of some schedules, all or none. Immutable.
 *
 * @param costs one array for each schedule: a cost of 0 or more for each of its limits; not copied
 * @param maxWaitMicros how far away a slot may be, 0: now or not at all; {@link #LOOK} and {@link #OWE} mean something else
 */
record Ask(List<long[]> costs, long maxWaitMicros) {
    /** Takes nothing: the answer is always a refusal that says when the call would go at once, 0 for now. */
    static final long LOOK = -1;

    /** Takes all charges now, or at the last slot, whether they fit or not. */
    static final long OWE = -2;
}
