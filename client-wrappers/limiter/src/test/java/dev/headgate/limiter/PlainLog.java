package dev.headgate.limiter;

import java.util.ArrayList;
import java.util.List;

/** One entry (stamp, tokens) for every charge. */
final class PlainLog extends PlainLimit {
    final long per;
    final long cell;
    final boolean spread;
    final List<long[]> entries;

    PlainLog(long capacity, long per, long cell, boolean spread, List<long[]> entries) {
        super(capacity);
        this.per = per;
        this.cell = cell;
        this.spread = spread;
        this.entries = entries;
    }

    PlainLog with(List<long[]> newEntries) {
        return new PlainLog(capacity, per, cell, spread, newEntries);
    }

    long stamp(long t) {
        return Math.floorDiv(t, cell) * cell + cell - 1;
    }

    List<long[]> counted(long t) {
        List<long[]> counted = new ArrayList<>(entries.size() + 1);
        for (long[] entry : entries) {
            if (entry[0] > t - per) {
                counted.add(entry);
            }
        }
        return counted;
    }

    @Override
    long gap(long n) {
        return spread ? (n * per + capacity - 1) / capacity : 0;
    }

    @Override
    boolean mayGo(long n, long t) {
        long counts = 0;
        for (long[] entry : entries) {
            counts += entry[0] > t - per ? entry[1] : 0;
        }
        return counts + n <= capacity;
    }

    /** Tokens leave in the order in which they came, also where a clock step has put a stamp before its neighbour's. */
    @Override
    long earliest(long n, long t) {
        long plain = super.earliest(n, t);
        long mustLeave = n - capacity;
        for (long[] entry : counted(t)) {
            mustLeave += entry[1];
        }
        long inOrder = t;
        for (long[] entry : counted(t)) {
            if (mustLeave > 0) {
                mustLeave -= entry[1];
                inOrder = Math.max(inOrder, entry[0] + per);
            }
        }
        boolean sorted = true;
        for (int i = 1; i < entries.size(); i++) {
            sorted &= entries.get(i - 1)[0] <= entries.get(i)[0];
        }
        return sorted ? plain : inOrder;
    }

    @Override
    PlainLimit charge(long n, long t) {
        List<long[]> more = counted(t);
        more.add(new long[] {stamp(t), n});
        return with(more);
    }

    @Override
    PlainLimit add(long n, long t, boolean force) {
        List<long[]> left = new ArrayList<>();
        long drop = n;
        for (long[] entry : counted(t)) {
            long dropped = Math.min(drop, entry[1]);
            drop -= dropped;
            if (dropped < entry[1]) {
                left.add(new long[] {entry[0], entry[1] - dropped});
            }
        }
        return with(left);
    }

    @Override
    PlainLimit unused(long now) {
        return with(List.of());
    }

    @Override
    PlainLimit inherit(PlainLimit from, TokensInheritanceStrategy how, long t) {
        PlainLog old = (PlainLog) from;
        List<long[]> counted = old.counted(t);
        List<long[]> kept = new ArrayList<>();
        long younger = 0;
        for (int i = counted.size() - 1; i >= 0; i--) {
            long count = counted.get(i)[1];
            if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
                long upTo = scaled(younger, capacity, old.capacity);
                younger += count;
                count = scaled(younger, capacity, old.capacity) - upTo;
            }
            if (count > 0) {
                kept.add(0, new long[] {stamp(counted.get(i)[0]), count});
            }
        }
        return with(kept);
    }

    @Override
    PlainLimit shift(long t, long back) {
        List<long[]> moved = new ArrayList<>();
        for (long[] entry : counted(t)) {
            moved.add(new long[] {stamp(entry[0] - back), entry[1]});
        }
        return with(moved);
    }
}
