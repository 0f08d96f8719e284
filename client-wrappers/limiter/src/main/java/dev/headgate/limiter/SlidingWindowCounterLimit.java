package dev.headgate.limiter;

/**
 * Sliding window counter: {@code current} tokens went in the window of the epoch that holds t, {@code previous} in the one
 * before. With {@code left} ticks of the window still to come, n may go when
 * {@code current + previous * left / per + n <= capacity}. Compared by multiplication, so nothing is rounded.
 */
final class SlidingWindowCounterLimit extends Limit {
    private final long per;
    private long window;
    private long current;
    private long previous;

    SlidingWindowCounterLimit(Bandwidth bandwidth, long now) {
        super(bandwidth.getCapacity());
        this.per = bandwidth.getRefillPeriodNanos();
        refresh(now);
    }

    private long currentIn(long w) {
        return w == window ? current : 0;
    }

    private long previousOf(long w) {
        return w == window ? previous : w == window + 1 ? current : 0;
    }

    @Override
    long earliest(long n, long t) {
        long w = Math.floorDiv(t, per);
        long left = per - Math.floorMod(t, per);
        long at = t;
        while (at != Ticks.NEVER) {
            long before = previousOf(w);
            long room = Ticks.minus(capacity - currentIn(w), n);
            if (room >= 0 && Wide.atMost(before, left, room, per)) {
                return at;
            }
            long end = Ticks.plus(at, left);
            if (room > 0) {
                // The share of the window before must shrink to what is free.
                left = Wide.floorDiv(room, per, before);
                at = end == Ticks.NEVER ? end : end - left;
                if (left > 0) {
                    continue;
                }
            } else {
                at = end;
            }
            w++;
            left = per;
        }
        return at;
    }

    @Override
    void commit(long n, long t, long now) {
        long w = Math.floorDiv(t, per);
        set(w, Ticks.plus(currentIn(w), n), previousOf(w));
    }

    @Override
    long available(long t) {
        long w = Math.floorDiv(t, per);
        long share = Wide.ceilDiv(previousOf(w), per - Math.floorMod(t, per), per);
        return Math.max(0, Ticks.minus(capacity - currentIn(w), share));
    }

    @Override
    void add(long n, long t, boolean force) {
        long w = Math.floorDiv(t, per);
        long now = currentIn(w);
        set(w, Math.max(0, now - n), Math.max(0, previousOf(w) - Math.max(0, n - now)));
    }

    @Override
    void refresh(long now) {
        set(Math.floorDiv(now, per), 0, 0);
    }

    @Override
    void inherit(Limit old, TokensInheritanceStrategy how, long t) {
        SlidingWindowCounterLimit was = (SlidingWindowCounterLimit) old;
        long w = Math.floorDiv(t, was.per);
        long now = was.currentIn(w);
        long before = was.previousOf(w);
        if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
            now = Wide.ceilDiv(now, capacity, was.capacity);
            before = Wide.ceilDiv(before, capacity, was.capacity);
        }
        set(Math.floorDiv(t, per), now, before);
    }

    @Override
    void shift(long t, long back) {
        long w = Math.floorDiv(t, per);
        set(Math.floorDiv(Ticks.minus(t, back), per), currentIn(w), previousOf(w));
    }

    @Override
    int stateSize() {
        return 3;
    }

    @Override
    int save(long[] state, int at) {
        state[at] = window;
        state[at + 1] = current;
        state[at + 2] = previous;
        return at + 3;
    }

    @Override
    int restore(long[] state, int at) {
        set(state[at], state[at + 1], state[at + 2]);
        return at + 3;
    }

    private void set(long newWindow, long newCurrent, long newPrevious) {
        window = newWindow;
        current = newCurrent;
        previous = newPrevious;
    }
}
