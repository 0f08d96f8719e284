package dev.headgate.limiter;

/**
 * Sliding window log: never more than {@code capacity} tokens in any {@code per} ticks. Every token counts at time t while its
 * stamp is later than t - per. The stamp is the slot, or, above 4,096 tokens, the last tick of the slot's cell of
 * ceil(per / 1024) ticks: so a token returns late by less than a cell, and never early.
 */
final class SlidingWindowLogLimit extends Limit {
    /** A window of 1,024 cells begins in one cell and ends in another. */
    private static final int IN_CELLS = 1025;

    private static final int LARGEST = 1 << 30;

    private final long per;
    private final long cell;
    private final boolean spread;
    private final StampRing ring;

    /** The stamp of the cell that was asked for last: most calls are in the same one. */
    private long lastStamp;

    SlidingWindowLogLimit(Bandwidth bandwidth) {
        super(bandwidth.getCapacity());
        this.per = bandwidth.getRefillPeriodNanos();
        this.cell = bandwidth.getCellNanos();
        this.spread = bandwidth.isSpread();
        this.lastStamp = cell - 1;
        int usual = (int) Math.min(capacity, LARGEST);
        this.ring = new StampRing(bandwidth.isInCells() ? new Stamps(cell, IN_CELLS) : new Stamps(0, usual));
    }

    @Override
    long spreadGap(long n) {
        return spread ? Wide.ceilDiv(n, per, capacity) : 0;
    }

    private long stamp(long t) {
        if (cell == 1) {
            return t;
        }
        long left = Ticks.minus(lastStamp, t);
        if (left < 0 || left >= cell || lastStamp == Ticks.NEVER) {
            lastStamp = Ticks.plus(t, cell - 1 - Math.floorMod(t, cell));
        }
        return lastStamp;
    }

    @Override
    long earliest(long n, long t) {
        return ring.whenLeft(n, capacity, t, per);
    }

    @Override
    void commit(long n, long t, long now) {
        ring.expire(Ticks.minus(t, per));
        if (t == now) {
            ring.keepOnlyWhatCounts();
        } else {
            ring.forgetUpTo(Ticks.minus(now, per));
        }
        ring.append(stamp(t), n);
    }

    @Override
    long available(long t) {
        return Math.max(0, capacity - ring.sizeAfter(Ticks.minus(t, per)));
    }

    @Override
    void add(long n, long t, boolean force) {
        ring.drop(n, Ticks.minus(t, per));
    }

    @Override
    void refresh(long now) {
        ring.clear();
    }

    @Override
    void inherit(Limit old, TokensInheritanceStrategy how, long t) {
        SlidingWindowLogLimit was = (SlidingWindowLogLimit) old;
        long[] entries = was.ring.entriesAfter(Ticks.minus(t, was.per));
        if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
            scale(entries, was.capacity);
        }
        restamp(entries, 0);
    }

    private void restamp(long[] entries, long back) {
        for (int i = 0; i < entries.length; i += 2) {
            entries[i] = stamp(Ticks.minus(entries[i], back));
        }
        ring.replaceBy(entries);
    }

    /** Counted from the youngest, the first k tokens become ceil(k * capacity / oldCapacity). */
    private void scale(long[] entries, long oldCapacity) {
        long seen = 0;
        for (int i = entries.length - 2; i >= 0; i -= 2) {
            long before = Wide.ceilDiv(seen, capacity, oldCapacity);
            seen += entries[i + 1];
            entries[i + 1] = Wide.ceilDiv(seen, capacity, oldCapacity) - before;
        }
    }

    @Override
    void shift(long t, long back) {
        restamp(ring.entriesAfter(Ticks.minus(t, per)), back);
    }

    @Override
    int stateSize() {
        return 4;
    }

    @Override
    int save(long[] state, int at) {
        return ring.save(state, at);
    }

    @Override
    int restore(long[] state, int at) {
        return ring.restore(state, at);
    }
}
