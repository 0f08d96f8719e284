package dev.headgate.limiter;

import org.jspecify.annotations.Nullable;

/**
 * A place in the line: a slot and what was charged for it. Held by a reservation, or, after a cancel, by nobody: then it is a
 * hole. Costs are {@code n} in every limit, or one for each limit.
 */
final class Place {
    /** The mark of a place that is shared, and so can never be undone. */
    static final long SHARED = -1;

    final long slot;
    final long n;
    final long @Nullable [] costs;

    /** Reservations of earlier generations of the budget can no longer be cancelled. */
    final int generation;

    /** The number of the charge that this place stands for. */
    final long mark;

    /** What the limits remembered before the charge, then the last slot and the mark. */
    final long @Nullable [] before;

    Place(long slot, long n, long @Nullable [] costs, int generation, long mark, long @Nullable [] before) {
        this.slot = slot;
        this.n = n;
        this.costs = costs;
        this.generation = generation;
        this.mark = mark;
        this.before = before;
    }

    static long cost(long n, long @Nullable [] costs, int limit) {
        return costs == null ? n : costs[limit];
    }

    long cost(int limit) {
        return cost(n, costs, limit);
    }

    /** Whether a call with these costs can stand here. */
    boolean fits(long wanted, long @Nullable [] wantedCosts, int limits) {
        for (int i = 0; i < limits; i++) {
            if (cost(i) < cost(wanted, wantedCosts, i)) {
                return false;
            }
        }
        return true;
    }

    /** What is left of this place when a call with these costs stands in it; null if nothing is. */
    @Nullable
    Place without(long taken, long @Nullable [] takenCosts, int limits) {
        if (costs == null && takenCosts == null) {
            return n == taken ? null : new Place(slot, n - taken, null, generation, SHARED, null);
        }
        long[] left = new long[limits];
        boolean some = false;
        for (int i = 0; i < limits; i++) {
            left[i] = cost(i) - cost(taken, takenCosts, i);
            some |= left[i] > 0;
        }
        return some ? new Place(slot, 0, left, generation, SHARED, null) : null;
    }
}
