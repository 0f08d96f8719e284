package dev.headgate.limiter;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A budget told plainly: a list of all charges, each with the limits as it left them, so that undoing one is dropping it. For
 * comparison with {@link Budget}; slow, and written apart from it.
 */
final class PlainBudget {
    /** A charge; {@code hole} tokens of it are offered to others. */
    static final class Charge {
        final long slot;
        final long n;
        final List<PlainLimit> after;
        long hole;
        boolean whole = true;

        Charge(long slot, long n, List<PlainLimit> after) {
            this.slot = slot;
            this.n = n;
            this.after = after;
        }
    }

    /** What a caller got. */
    static final class Answer {
        final boolean granted;
        final long time;
        final long n;
        final Charge charge;
        final int era;

        Answer(boolean granted, long time, long n, Charge charge, int era) {
            this.granted = granted;
            this.time = time;
            this.n = n;
            this.charge = charge;
            this.era = era;
        }
    }

    private final long second;
    private final List<Charge> charges = new ArrayList<>();

    /** Holes in the order of their times, then of their making. */
    private final List<Charge> holes = new ArrayList<>();

    private List<PlainLimit> base = new ArrayList<>();
    private long lastOfBase = Long.MIN_VALUE;
    private long changed;
    private int era;

    PlainBudget(Bandwidth[] bandwidths, long now, long second) {
        this.second = second;
        for (Bandwidth bandwidth : bandwidths) {
            base.add(PlainLimit.of(bandwidth, now));
        }
        changed = now;
    }

    private List<PlainLimit> limits() {
        return charges.isEmpty() ? base : charges.get(charges.size() - 1).after;
    }

    long last() {
        return charges.isEmpty() ? lastOfBase : charges.get(charges.size() - 1).slot;
    }

    long largestCost() {
        return limits().stream().mapToLong(limit -> limit.capacity).min().orElseThrow();
    }

    Answer reserve(long n, long time, long maxWait) {
        long now = enter(time);
        long patience = maxWait;
        for (PlainLimit limit : limits()) {
            patience = Math.min(patience, limit.longestWait());
        }
        for (Charge hole : holes) {
            if (hole.hole >= n) {
                return hole.slot - now > patience ? new Answer(false, hole.slot, n, null, era) : standIn(hole, n, now);
            }
        }
        long first = now;
        for (PlainLimit limit : limits()) {
            first = Math.max(first, limit.earliest(n, Math.max(now, last())));
        }
        long slot = first;
        for (PlainLimit limit : limits()) {
            if (first > now && last() != Long.MIN_VALUE) {
                slot = Math.max(slot, last() + limit.gap(n));
            }
        }
        if (slot - now > patience) {
            return new Answer(false, first, n, null, era);
        }
        return new Answer(true, slot, n, charge(n, slot, now), era);
    }

    private Answer standIn(Charge hole, long n, long now) {
        changed = now;
        if (hole.hole != hole.n || n != hole.n) {
            hole.whole = false;
        }
        hole.hole -= n;
        if (hole.hole == 0) {
            holes.remove(hole);
        }
        return new Answer(true, hole.slot, n, hole, era);
    }

    private Charge charge(long n, long slot, long now) {
        List<PlainLimit> after = new ArrayList<>();
        for (PlainLimit limit : limits()) {
            after.add(limit.charge(n, slot));
        }
        Charge charge = new Charge(slot, n, after);
        charges.add(charge);
        changed = now;
        return charge;
    }

    boolean cancel(Answer answer, long time) {
        long now = enter(time);
        if (answer.era != era || answer.time <= now) {
            return false;
        }
        changed = now;
        Charge given = answer.charge;
        if (given.whole) {
            given.hole = given.n;
            addHole(given);
        } else {
            // A part of a slot: a hole of its own, that is never undone.
            Charge part = new Charge(given.slot, answer.n, List.of());
            part.whole = false;
            part.hole = answer.n;
            addHole(part);
        }
        while (!charges.isEmpty()) {
            Charge tail = charges.get(charges.size() - 1);
            if (!tail.whole || tail.hole == 0) {
                break;
            }
            holes.remove(tail);
            charges.remove(tail);
        }
        return true;
    }

    private void addHole(Charge hole) {
        holes.add(hole);
        holes.sort(Comparator.comparingLong(each -> each.slot));
    }

    long available(long time) {
        long now = enter(time);
        long most = last() <= now ? Long.MAX_VALUE : 0;
        for (PlainLimit limit : limits()) {
            most = Math.min(most, limit.available(now));
        }
        for (Charge hole : holes) {
            if (hole.slot == now) {
                most = Math.max(most, Math.min(hole.hole, largestCost()));
            }
        }
        return most;
    }

    long fullAt(long time) {
        long full = enter(time);
        long from = Math.max(full, last());
        for (PlainLimit limit : limits()) {
            full = Math.max(full, limit.earliest(limit.capacity, from));
        }
        return full;
    }

    long owe(long n, long time) {
        long now = enter(time);
        Charge charge = charge(n, Math.max(now, last()), now);
        charge.whole = false;
        long paid = charge.slot;
        for (PlainLimit limit : limits()) {
            paid = Math.max(paid, limit.earliest(0, charge.slot));
        }
        return paid - now;
    }

    void add(long n, long time, boolean force) {
        long now = enter(time);
        long at = Math.max(now, last());
        List<PlainLimit> more = new ArrayList<>();
        for (PlainLimit limit : limits()) {
            more.add(limit.add(n, at, force));
        }
        settle(more, last(), now);
    }

    void reset(long time) {
        long now = enter(time);
        List<PlainLimit> fresh = new ArrayList<>();
        for (PlainLimit limit : limits()) {
            fresh.add(limit.unused(now));
        }
        settle(fresh, Long.MIN_VALUE, now);
    }

    void replace(Bandwidth[] bandwidths, TokensInheritanceStrategy how, long time) {
        long now = enter(time);
        boolean keeps = how != TokensInheritanceStrategy.RESET;
        List<PlainLimit> fresh = new ArrayList<>();
        for (int i = 0; i < bandwidths.length; i++) {
            PlainLimit limit = PlainLimit.of(bandwidths[i], now);
            boolean same = i < limits().size() && limits().get(i).getClass() == limit.getClass();
            fresh.add(keeps && same ? limit.inherit(limits().get(i), how, Math.max(now, last())) : limit);
        }
        settle(fresh, keeps ? last() : Long.MIN_VALUE, now);
    }

    private void settle(List<PlainLimit> limits, long last, long now) {
        base = limits;
        lastOfBase = last;
        charges.clear();
        holes.clear();
        changed = now;
        era++;
    }

    private long enter(long time) {
        long back = changed - time;
        if (back > second) {
            List<PlainLimit> moved = new ArrayList<>();
            for (PlainLimit limit : limits()) {
                moved.add(limit.shift(Math.max(changed, last()), back));
            }
            settle(moved, last() == Long.MIN_VALUE ? Long.MIN_VALUE : last() - back, time);
        }
        long now = Math.max(time, changed);
        // A hole whose time has passed is used, and can be undone no more.
        while (!holes.isEmpty() && holes.get(0).slot < now) {
            holes.remove(0).whole = false;
        }
        // What was due at the last change can no longer be undone, and need not be remembered one by one.
        while (!charges.isEmpty() && charges.get(0).slot <= changed && holes.isEmpty()) {
            lastOfBase = charges.get(0).slot;
            base = charges.remove(0).after;
        }
        return now;
    }
}
