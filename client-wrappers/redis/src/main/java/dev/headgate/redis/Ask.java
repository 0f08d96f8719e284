package dev.headgate.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one call asks of some schedules, all or none. Immutable.
 *
 * @param costs one array for each schedule: a cost of 0 or more for each of its limits; not copied
 * @param maxWaitMicros how far away a slot may be, 0: now or not at all; {@link #LOOK} and {@link #OWE} mean something else
 * @param leaving in the shape of the costs: how much must be left in each limit after the call, which then goes now or not at
 *     all and takes no slot that was given back; null: it goes if it fits
 */
record Ask(List<long[]> costs, long maxWaitMicros, @Nullable List<long[]> leaving) {
    /** Takes nothing: the answer is always a refusal that says when the call would go at once, 0 for now. */
    static final long LOOK = -1;

    /** Takes all charges now, or at the last slot, whether they fit or not. */
    static final long OWE = -2;

    private static final long LEAVING = -3;

    Ask(List<long[]> costs, long maxWaitMicros) {
        this(costs, maxWaitMicros, null);
    }

    /** How many numbers it is told in. */
    int size() {
        int size = 1;
        for (long[] each : costs) {
            size += each.length;
        }
        return leaving == null ? size : 2 * size - 1;
    }

    void pack(Packed packed) {
        packed.number(leaving == null ? maxWaitMicros : LEAVING);
        pack(packed, costs);
        if (leaving != null) {
            pack(packed, leaving);
        }
    }

    /**
     * The same ask of a schedule that has another number of limits since: a limit that is new costs what the dearest of the
     * others does.
     */
    Ask fitted(int schedule, int limits) {
        return new Ask(
                fitted(costs, schedule, limits),
                maxWaitMicros,
                leaving == null ? null : fitted(leaving, schedule, limits));
    }

    private static List<long[]> fitted(List<long[]> numbers, int schedule, int limits) {
        long[] own = numbers.get(schedule);
        long[] wanted = Arrays.copyOf(own, limits);
        for (int i = own.length; i < limits; i++) {
            wanted[i] = Arrays.stream(own).max().orElse(0);
        }
        List<long[]> all = new ArrayList<>(numbers);
        all.set(schedule, wanted);
        return all;
    }

    private static void pack(Packed packed, List<long[]> numbers) {
        for (long[] each : numbers) {
            for (long number : each) {
                packed.number(number);
            }
        }
    }
}
