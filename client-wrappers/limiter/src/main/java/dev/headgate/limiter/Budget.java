package dev.headgate.limiter;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Several limits, all or none, on one schedule. The slots that were given form one sequence in time: a call gets the earliest
 * time at or after {@code max(now, last slot)} at which every limit lets it go, and is charged at that time in every limit.
 *
 * <p>Single-threaded; times are ticks since the epoch. A cost is {@code n} in every limit or, where {@code costs} is given, one
 * for each: then a limit with cost 0 is neither asked nor charged. What a decision found is left in {@link #slot},
 * {@link #comeBack} and {@link #place}, so that a decision allocates nothing unless the call must wait.
 */
final class Budget {
    /** A clock that is further back than this was set back; less is a hiccup and counts as the time of the last change. */
    private final long stepBack;

    private Limit[] limits;

    /** The largest cost that can ever go in every limit. */
    private long capacity;

    private int stateSize;

    /** The time of the last change. */
    private long seen;

    private long last = Ticks.BEFORE_ALL;
    private long pausedUntil = Ticks.BEFORE_ALL;

    /** Every charge has a mark of its own; {@code mark} is that of the charge that the limits stand at. */
    private long mark;

    private long marks;
    private int generation;

    /** Places that nobody holds, in time order. */
    private @Nullable ArrayList<Place> holes;

    /** The time that the decision counts from. */
    long now;

    /** Of a call that may go in time: its slot. */
    long slot;

    /** Of a call that may not go now: the first time at which it would go at once, if nobody else came. */
    long comeBack;

    /** Of a call that was given a later slot. */
    @Nullable
    Place place;

    private @Nullable Place hole;

    Budget(Bandwidth[] bandwidths, long now, long stepBack) {
        this.stepBack = stepBack;
        this.limits = limitsOf(bandwidths, now);
        measure();
        this.seen = now;
        this.now = now;
    }

    private static Limit[] limitsOf(Bandwidth[] bandwidths, long now) {
        Limit[] limits = new Limit[bandwidths.length];
        for (int i = 0; i < limits.length; i++) {
            limits[i] = Limit.of(bandwidths[i], now);
        }
        return limits;
    }

    private void measure() {
        capacity = Long.MAX_VALUE;
        stateSize = 2;
        for (Limit limit : limits) {
            capacity = Math.min(capacity, limit.capacity);
            stateSize += limit.stateSize();
        }
    }

    long capacity() {
        return capacity;
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

    /** Gives the call a slot within {@code maxWait}, or refuses it and changes nothing. */
    boolean reserve(long n, long @Nullable [] costs, long time, long maxWait) {
        boolean granted = find(n, costs, time, maxWait);
        if (granted) {
            take(n, costs);
        }
        return granted;
    }

    /** Where {@link #take} would put the call; sets {@link #slot} and {@link #comeBack}. False if it would be refused. */
    boolean find(long n, long @Nullable [] costs, long time, long maxWait) {
        enter(time);
        place = null;
        hole = holes == null ? null : firstHole(n, costs, holes);
        long patience = maxWait;
        long first = Math.max(now, Math.max(last, pausedUntil));
        long spread = 0;
        boolean free = true;
        for (int i = 0; i < limits.length; i++) {
            Limit limit = limits[i];
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                free = false;
                patience = Math.min(patience, limit.longestWait());
                if (hole == null) {
                    first = limit.earliest(cost, first);
                    spread = Math.max(spread, limit.spreadGap(cost));
                }
            }
        }
        if (free) {
            hole = null;
            comeBack = slot = now;
        } else if (hole != null) {
            comeBack = slot = hole.slot;
        } else {
            comeBack = first;
            slot = first == now || last == Ticks.BEFORE_ALL ? first : Math.max(first, Ticks.plus(last, spread));
        }
        return slot != Ticks.NEVER && Ticks.minus(slot, now) <= patience;
    }

    /** Charges the call if it and {@code leaving} more could go now; takes no hole and never waits. */
    boolean takeLeaving(long n, long @Nullable [] costs, long leaving, long @Nullable [] leavingEach, long time) {
        mustFit(n, costs);
        if (leavingEach != null) {
            mustMatch(leavingEach);
        }
        enter(time);
        place = hole = null;
        long first = Math.max(now, Math.max(last, pausedUntil));
        for (int i = 0; i < limits.length; i++) {
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                long both = Ticks.plus(cost, Place.cost(leaving, leavingEach, i));
                first = both > limits[i].capacity ? Ticks.NEVER : limits[i].earliest(both, first);
            }
        }
        comeBack = slot = first;
        if (first == now) {
            charge(n, costs);
        }
        return first == now;
    }

    private @Nullable Place firstHole(long n, long @Nullable [] costs, List<Place> open) {
        for (Place candidate : open) {
            if (candidate.slot >= pausedUntil && candidate.fits(n, costs, limits.length)) {
                return candidate;
            }
        }
        return null;
    }

    /** Charges the call that {@link #find} has just found a slot for. */
    void take(long n, long @Nullable [] costs) {
        if (hole != null) {
            standIn(hole, n, costs);
            return;
        }
        if (slot == now) {
            charge(n, costs);
            return;
        }
        long[] before = new long[stateSize];
        int at = 0;
        for (Limit limit : limits) {
            at = limit.save(before, at);
        }
        before[at] = last;
        before[at + 1] = mark;
        charge(n, costs);
        place = new Place(slot, n, costs == null ? null : costs.clone(), generation, mark, before);
    }

    /** Whoever needs the whole hole stands where the one before stood; else the slot is shared and can only be a hole again. */
    private void standIn(Place open, long n, long @Nullable [] costs) {
        ArrayList<Place> all = openHoles();
        int at = all.indexOf(open);
        seen = now;
        Place rest = open.without(n, costs, limits.length);
        if (rest == null) {
            all.remove(at);
            place = open;
        } else {
            all.set(at, rest);
            place = new Place(open.slot, n, costs == null ? null : costs.clone(), generation, Place.SHARED, null);
        }
    }

    private ArrayList<Place> openHoles() {
        ArrayList<Place> all = holes;
        if (all == null) {
            all = holes = new ArrayList<>(4);
        }
        return all;
    }

    private void charge(long n, long @Nullable [] costs) {
        for (int i = 0; i < limits.length; i++) {
            long cost = Place.cost(n, costs, i);
            if (cost > 0) {
                limits[i].commit(cost, slot, now);
            }
        }
        last = Math.max(last, slot);
        seen = now;
        mark = ++marks;
    }

    /** Whether the place was given back; false if its slot is due or stands for good. At most once for a place. */
    boolean cancel(Place given, long time) {
        enter(time);
        if (given.generation != generation || given.slot <= now) {
            return false;
        }
        seen = now;
        ArrayList<Place> all = openHoles();
        int at = all.size();
        while (at > 0 && all.get(at - 1).slot > given.slot) {
            at--;
        }
        all.add(at, given);
        undoTrailing(all);
        return true;
    }

    /** Takes back charges as long as the latest one belongs to a hole. */
    private void undoTrailing(ArrayList<Place> all) {
        for (int i = all.size() - 1; i >= 0; i--) {
            Place tail = all.get(i);
            long[] before = tail.before;
            if (tail.mark == mark && before != null) {
                all.remove(i);
                int at = 0;
                for (Limit limit : limits) {
                    at = limit.restore(before, at);
                }
                last = before[at];
                mark = before[at + 1];
                i = all.size();
            }
        }
    }

    /** From the last decision to {@link #comeBack}; {@code Long.MAX_VALUE} if that is never. */
    long nanosToComeBack() {
        return comeBack == Ticks.NEVER ? Long.MAX_VALUE : Ticks.minus(comeBack, now);
    }

    /** The largest n that would go now, else 0. */
    long available(long time) {
        enter(time);
        long most = 0;
        if (last <= now && pausedUntil <= now) {
            most = Long.MAX_VALUE;
            for (Limit limit : limits) {
                most = Math.min(most, limit.available(now));
            }
        }
        if (holes != null && pausedUntil <= now) {
            for (Place open : holes) {
                if (open.slot == now) {
                    most = Math.max(most, Math.min(smallest(open), capacity));
                }
            }
        }
        return most;
    }

    private long smallest(Place open) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < limits.length; i++) {
            least = Math.min(least, open.cost(i));
        }
        return least;
    }

    /** When every limit will be as if unused, if no call came. */
    long fullAt(long time) {
        enter(time);
        long full = Math.max(now, last);
        for (Limit limit : limits) {
            full = limit.earliest(limit.capacity, full);
        }
        return full;
    }

    /** What one limit alone would let go now. */
    long[] availablePerLimit(long time) {
        enter(time);
        long[] each = new long[limits.length];
        for (int i = 0; i < each.length; i++) {
            each[i] = limits[i].available(Math.max(now, last));
        }
        return each;
    }

    /** Charges at max(now, last slot), whether it fits or not. Returns how long, from now, until no limit is exceeded any more. */
    long owe(long n, long @Nullable [] costs, long time) {
        enter(time);
        slot = Math.max(now, last);
        charge(n, costs);
        long free = last;
        for (Limit limit : limits) {
            free = limit.earliest(0, free);
        }
        return Ticks.minus(free, now);
    }

    void add(long n, long time, boolean force) {
        enter(time);
        for (Limit limit : limits) {
            limit.add(n, Math.max(now, last), force);
        }
        forgetSlots();
    }

    void reset(long time) {
        enter(time);
        for (Limit limit : limits) {
            limit.refresh(now);
        }
        last = Ticks.BEFORE_ALL;
        forgetSlots();
    }

    /** The i-th new limit inherits from the i-th old one if it is of the same kind; else, and for RESET, it starts fresh. */
    void replace(Bandwidth[] bandwidths, TokensInheritanceStrategy how, long time) {
        enter(time);
        Limit[] old = limits;
        limits = limitsOf(bandwidths, now);
        measure();
        if (how == TokensInheritanceStrategy.RESET) {
            last = Ticks.BEFORE_ALL;
        } else {
            for (int i = 0; i < Math.min(old.length, limits.length); i++) {
                if (old[i].getClass() == limits[i].getClass()) {
                    limits[i].inherit(old[i], how, Math.max(now, last));
                }
            }
        }
        forgetSlots();
    }

    /** Nobody who asks from now on goes before {@code until}; the latest such time holds. Slots already given stand. */
    void pause(long until, long time) {
        enter(time);
        pausedUntil = Math.max(pausedUntil, until);
        seen = now;
    }

    /** Whether nothing would be lost if a new budget stood here instead. */
    boolean isAsNew(long time) {
        return fullAt(time) <= now && pausedUntil <= now;
    }

    private void enter(long time) {
        if (time < seen) {
            long back = Ticks.minus(seen, time);
            if (back > stepBack) {
                setBack(time, back);
            }
        }
        now = Math.max(time, seen);
        if (holes != null) {
            for (Iterator<Place> open = holes.iterator(); open.hasNext() && open.next().slot < now; ) {
                open.remove();
            }
        }
    }

    /** The clock was set back: all that is remembered moves back with it, and is kept so. */
    private void setBack(long time, long back) {
        long at = Math.max(seen, last);
        for (Limit limit : limits) {
            limit.shift(at, back);
        }
        if (last != Ticks.BEFORE_ALL) {
            last = Ticks.minus(last, back);
        }
        if (pausedUntil != Ticks.BEFORE_ALL) {
            pausedUntil = Ticks.minus(pausedUntil, back);
        }
        now = time;
        forgetSlots();
    }

    /** Slots given so far stand, but cannot be cancelled any more, and holes count as used. */
    private void forgetSlots() {
        seen = now;
        holes = null;
        generation++;
        mark = ++marks;
    }
}
