package dev.headgate.limiter;

import org.jspecify.annotations.Nullable;

/**
 * Several limits, all or none, on one schedule. The slots that were given form one sequence in time: a call gets the earliest
 * time at or after {@code max(now, last slot)} at which every limit lets it go, and is charged at that time in every limit.
 *
 * <p>Single-threaded; times are ticks since the epoch; costs as in {@link LimitGroup}. What a decision found is left in
 * {@link #slot}, {@link #comeBack} and {@link #place}, so that it allocates nothing unless the call must wait.
 */
final class Budget extends Line {
    private LimitGroup limits;

    /** Of a call that may go in time: its slot. */
    long slot;

    /** Of a call that may not go now: the first time at which it would go at once, if nobody else came. */
    long comeBack;

    /** Of a call that was given a later slot. */
    @Nullable
    Place place;

    private @Nullable Place hole;

    /** Whether the call takes nothing at all. */
    private boolean free;

    Budget(Bandwidth[] bandwidths, long now, long stepBack) {
        super(now, stepBack);
        this.limits = new LimitGroup(bandwidths, now);
    }

    LimitGroup limits() {
        return limits;
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
        free = limits.isFree(costs) && !isRestrained();
        if (free) {
            hole = null;
            comeBack = slot = now;
            return true;
        }
        hole = holes == null ? null : holes.firstFor(n, costs, limits.size(), restraint.holesFrom());
        if (hole != null) {
            comeBack = slot = hole.slot;
        } else {
            comeBack = slot = limits.earliest(n, costs, from());
            if (slot == now) {
                return true;
            }
            if (last != Ticks.BEFORE_ALL) {
                slot = Math.max(slot, Ticks.plus(last, limits.spreadGap(n, costs)));
            }
        }
        long wait = Ticks.minus(slot, now);
        return slot != Ticks.NEVER && wait <= maxWait && wait <= limits.longestWait(n, costs);
    }

    /** Charges the call that {@link #find} has just found a slot for. */
    void take(long n, long @Nullable [] costs) {
        if (free) {
            return;
        }
        if (hole != null) {
            standIn(hole, n, costs);
            return;
        }
        if (slot == now) {
            charge(n, costs);
            return;
        }
        long[] before = new long[limits.stateSize + 2];
        int at = limits.save(before);
        before[at] = last;
        before[at + 1] = mark;
        charge(n, costs);
        place = new Place(slot, n, costs == null ? null : costs.clone(), generation, mark, before);
    }

    /** Whoever needs the whole hole stands where the one before stood; else the slot is shared and can only be a hole again. */
    private void standIn(Place open, long n, long @Nullable [] costs) {
        seen = now;
        boolean whole = restraint.isPaced();
        Place rest = whole ? null : open.without(n, costs, limits.size());
        openHoles().replace(open, rest);
        place = rest == null && !whole
                ? open
                : new Place(open.slot, n, costs == null ? null : costs.clone(), generation, Place.SHARED, null);
    }

    private void charge(long n, long @Nullable [] costs) {
        limits.commit(n, costs, slot, now);
        restraint.taken(slot);
        last = Math.max(last, slot);
        seen = now;
        mark = ++marks;
    }

    /** Charges the call if it and {@code leaving} more could go now; takes no hole and never waits. */
    boolean takeLeaving(long n, long @Nullable [] costs, long leaving, long @Nullable [] leavingEach, long time) {
        enter(time);
        place = hole = null;
        free = limits.isFree(costs) && !isRestrained();
        long from = free ? now : from();
        comeBack = slot = limits.earliestLeaving(n, costs, leaving, leavingEach, from);
        if (slot == now && !free) {
            charge(n, costs);
        }
        return slot == now;
    }

    /** Whether the place was given back; false if its slot is due or stands for good. At most once for a place. */
    boolean cancel(Place given, long time) {
        enter(time);
        if (given.generation != generation || given.slot <= now) {
            return false;
        }
        seen = now;
        restraint.cancelled(given.slot);
        Holes open = openHoles();
        open.add(given);
        Place tail = open.take(mark);
        while (tail != null && tail.before != null) {
            int at = limits.restore(tail.before);
            last = tail.before[at];
            mark = tail.before[at + 1];
            tail = open.take(mark);
        }
        return true;
    }

    /** From the last decision to {@link #comeBack}; {@code Long.MAX_VALUE} if that is never. */
    long nanosToComeBack() {
        return comeBack == Ticks.NEVER ? Long.MAX_VALUE : Ticks.minus(comeBack, now);
    }

    /** Of each limit, from now to when it alone would let the call go at once; 0 where the call costs nothing. */
    long[] nanosToComeBack(long[] costs, long time) {
        find(0, costs, time, Long.MAX_VALUE);
        long[] each = new long[costs.length];
        long from = from();
        for (int i = 0; i < each.length; i++) {
            if (costs[i] > 0) {
                long first = hole == null ? limits.earliest(i, costs[i], from) : hole.slot;
                each[i] = first == Ticks.NEVER ? Long.MAX_VALUE : Ticks.minus(first, now);
            }
        }
        return each;
    }

    /** The largest n that would go now, else 0. */
    long available(long time) {
        enter(time);
        if (restraint.pausedUntil() > now) {
            return 0;
        }
        long inLine = from() <= now ? limits.available(now) : 0;
        return holes == null
                ? inLine
                : Math.max(inLine, Math.min(holes.largestAt(now, limits.size()), limits.capacity));
    }

    /** When every limit will be as if unused, if no call came. */
    long fullAt(long time) {
        enter(time);
        return limits.fullAt(Math.max(now, last));
    }

    /** Charges at max(now, last slot), whether it fits or not. Returns how long, from now, until no limit is exceeded any more. */
    long owe(long n, long @Nullable [] costs, long time) {
        enter(time);
        slot = Math.max(now, last);
        if (!limits.isFree(costs) || isRestrained()) {
            charge(n, costs);
        }
        return Ticks.minus(limits.paidAt(slot), now);
    }

    void add(long n, long time, boolean force) {
        enter(time);
        limits.add(n, Math.max(now, last), force);
        forgetSlots();
    }

    void reset(long time) {
        enter(time);
        limits.refresh(now);
        last = Ticks.BEFORE_ALL;
        forgetSlots();
    }

    void replace(Bandwidth[] bandwidths, TokensInheritanceStrategy how, long time) {
        enter(time);
        LimitGroup old = limits;
        limits = new LimitGroup(bandwidths, now);
        if (how == TokensInheritanceStrategy.RESET) {
            last = Ticks.BEFORE_ALL;
        } else {
            limits.inherit(old, how, Math.max(now, last));
        }
        forgetSlots();
    }

    /** Whether nothing would be lost if a new budget stood here instead. */
    boolean isAsNew(long time) {
        return fullAt(time) <= now && restraint.isAsNew(now);
    }

    @Override
    void shiftLimits(long latest, long back) {
        limits.shift(latest, back);
    }
}
