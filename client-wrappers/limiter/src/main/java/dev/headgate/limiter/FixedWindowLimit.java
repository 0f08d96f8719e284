package dev.headgate.limiter;

/** Fixed window: at most {@code capacity} tokens in a window; who does not fit goes at the start of the next one. Debt ends with its window. */
final class FixedWindowLimit extends Limit {
    private final WindowGrid grid;
    private long used;

    /** The window in which {@link #used} was used. */
    private long start;

    private long end;

    FixedWindowLimit(Bandwidth bandwidth, long now) {
        super(bandwidth.getCapacity());
        this.grid = WindowGrid.of(bandwidth.getRefillPeriodNanos(), bandwidth.getOffsetNanos(), bandwidth.getZone());
        enter(now, 0);
    }

    private boolean holds(long t) {
        return start <= t && t < end;
    }

    private long used(long t) {
        return holds(t) ? used : 0;
    }

    private void enter(long t, long newUsed) {
        if (start == end || !holds(t)) {
            start = grid.startOf(t);
            end = grid.endOf(start);
        }
        used = newUsed;
    }

    @Override
    long earliest(long n, long t) {
        if (!holds(t)) {
            return t;
        }
        return used <= capacity - n ? t : end;
    }

    @Override
    void commit(long n, long t, long now) {
        enter(t, Ticks.plus(used(t), n));
    }

    @Override
    long available(long t) {
        return Math.max(0, capacity - used(t));
    }

    @Override
    void add(long n, long t, boolean force) {
        enter(t, Math.max(0, used(t) - n));
    }

    @Override
    void refresh(long now) {
        enter(now, 0);
    }

    @Override
    void inherit(Limit old, TokensInheritanceStrategy how, long t) {
        FixedWindowLimit was = (FixedWindowLimit) old;
        long usage = was.used(t);
        enter(t, how == TokensInheritanceStrategy.PROPORTIONALLY ? Wide.ceilDiv(usage, capacity, was.capacity) : usage);
    }

    @Override
    void shift(long t, long back) {
        long usage = used(t);
        enter(Ticks.minus(t, back), usage);
    }

    @Override
    int stateSize() {
        return 3;
    }

    @Override
    int save(long[] state, int at) {
        state[at] = used;
        state[at + 1] = start;
        state[at + 2] = end;
        return at + 3;
    }

    @Override
    int restore(long[] state, int at) {
        used = state[at];
        start = state[at + 1];
        end = state[at + 2];
        return at + 3;
    }
}
