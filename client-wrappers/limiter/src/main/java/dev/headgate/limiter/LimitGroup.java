package dev.headgate.limiter;

import org.jspecify.annotations.Nullable;

/**
 * The limits of a budget, asked and charged together. A cost is {@code n} in every limit or, where {@code costs} is given, one
 * for each: a limit with cost 0 is neither asked nor charged.
 */
final class LimitGroup {
    private final Limit[] limits;

    /** The largest cost that can ever go in every limit. */
    final long capacity;

    /** How many longs {@link #save} needs. */
    final int stateSize;

    LimitGroup(Bandwidth[] bandwidths, long now) {
        limits = new Limit[bandwidths.length];
        long smallest = Long.MAX_VALUE;
        int size = 0;
        for (int i = 0; i < limits.length; i++) {
            limits[i] = Limit.of(bandwidths[i], now);
            smallest = Math.min(smallest, limits[i].capacity);
            size += limits[i].stateSize();
        }
        capacity = smallest;
        stateSize = size;
    }

    int size() {
        return limits.length;
    }

    /** The only limit, if it is a token bucket and nothing else. */
    @Nullable
    TokenBucketLimit onlyTokenBucket() {
        return limits.length == 1 && limits[0].getClass() == TokenBucketLimit.class
                ? (TokenBucketLimit) limits[0]
                : null;
    }

    /** Throws {@link IllegalArgumentException} if a call with these costs could never go. */
    void mustFit(long n, long @Nullable [] costs) {
        if (costs == null) {
            if (n < 1 || n > capacity) {
                throw new IllegalArgumentException("A cost of " + n + " tokens can never go: it must be between 1 and "
                        + capacity + ", the smallest capacity of the limits");
            }
            return;
        }
        mustMatch(costs);
        for (int i = 0; i < costs.length; i++) {
            if (costs[i] > limits[i].capacity) {
                throw new IllegalArgumentException("A cost of " + costs[i] + " tokens can never go: limit " + i
                        + " has a capacity of " + limits[i].capacity);
            }
        }
    }

    /** Throws {@link IllegalArgumentException} unless there is one cost, not negative, for each limit. */
    void mustMatch(long[] costs) {
        if (costs.length != limits.length) {
            throw new IllegalArgumentException(
                    costs.length + " costs were given for " + limits.length + " limits: there must be one for each");
        }
        for (long cost : costs) {
            if (cost < 0) {
                throw new IllegalArgumentException("A cost must not be negative, but is " + cost);
            }
        }
    }

    /** Whether no limit is asked for anything. */
    boolean isFree(long @Nullable [] costs) {
        if (costs == null) {
            return false;
        }
        for (long cost : costs) {
            if (cost > 0) {
                return false;
            }
        }
        return true;
    }

    /** The first time >= t at which every limit lets the call go. "May go" is monotone, so one limit after the other is asked. */
    long earliest(long n, long @Nullable [] costs, long t) {
        long first = t;
        for (int i = 0; i < limits.length; i++) {
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                first = limits[i].earliest(cost, first);
            }
        }
        return first;
    }

    /** The first time >= t at which one limit lets n go. */
    long earliest(int limit, long n, long t) {
        return limits[limit].earliest(n, t);
    }

    /** As {@link #earliest}, for a call after which so many tokens could still go. */
    long earliestLeaving(long n, long @Nullable [] costs, long leaving, long @Nullable [] leavingEach, long t) {
        long first = t;
        for (int i = 0; i < limits.length; i++) {
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                long both = Ticks.plus(cost, Place.cost(leaving, leavingEach, i));
                first = both > limits[i].capacity ? Ticks.NEVER : limits[i].earliest(both, first);
            }
        }
        return first;
    }

    /** When no limit is exceeded any more. */
    long paidAt(long t) {
        long paid = t;
        for (Limit limit : limits) {
            paid = limit.earliest(0, paid);
        }
        return paid;
    }

    /** When every limit is as if unused. */
    long fullAt(long t) {
        long full = t;
        for (Limit limit : limits) {
            full = limit.earliest(limit.capacity, full);
        }
        return full;
    }

    long available(long t) {
        long most = Long.MAX_VALUE;
        for (Limit limit : limits) {
            most = Math.min(most, limit.available(t));
        }
        return most;
    }

    long longestWait(long n, long @Nullable [] costs) {
        long longest = Long.MAX_VALUE;
        for (int i = 0; i < limits.length; i++) {
            if (Place.cost(n, costs, i) > 0) {
                longest = Math.min(longest, limits[i].longestWait());
            }
        }
        return longest;
    }

    long spreadGap(long n, long @Nullable [] costs) {
        long gap = 0;
        for (int i = 0; i < limits.length; i++) {
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                gap = Math.max(gap, limits[i].spreadGap(cost));
            }
        }
        return gap;
    }

    void commit(long n, long @Nullable [] costs, long t, long now) {
        for (int i = 0; i < limits.length; i++) {
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                limits[i].commit(cost, t, now);
            }
        }
    }

    int save(long[] state) {
        int at = 0;
        for (Limit limit : limits) {
            at = limit.save(state, at);
        }
        return at;
    }

    int restore(long[] state) {
        int at = 0;
        for (Limit limit : limits) {
            at = limit.restore(state, at);
        }
        return at;
    }

    void add(long n, long t, boolean force) {
        for (Limit limit : limits) {
            limit.add(n, t, force);
        }
    }

    void refresh(long now) {
        for (Limit limit : limits) {
            limit.refresh(now);
        }
    }

    /** The i-th limit inherits from the i-th old one if it is of the same kind. */
    void inherit(LimitGroup old, TokensInheritanceStrategy how, long t) {
        for (int i = 0; i < Math.min(limits.length, old.limits.length); i++) {
            if (limits[i].getClass() == old.limits[i].getClass()) {
                limits[i].inherit(old.limits[i], how, t);
            }
        }
    }

    void shift(long t, long back) {
        for (Limit limit : limits) {
            limit.shift(t, back);
        }
    }
}
