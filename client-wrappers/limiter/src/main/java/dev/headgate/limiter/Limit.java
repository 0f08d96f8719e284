package dev.headgate.limiter;

/**
 * One algorithm with its numbers and what it remembers: the state that the slots given so far have left.
 *
 * <p>Every {@code t} is at or after the last slot of the budget, and "may go" is monotone: what may go at t may go at any
 * later time. Single-threaded; the owner of the {@link Budget} guards it.
 */
abstract class Limit {
    /** The largest cost that can ever go. */
    final long capacity;

    Limit(long capacity) {
        this.capacity = capacity;
    }

    static Limit of(Bandwidth bandwidth, long now) {
        switch (bandwidth.getAlgorithm()) {
            case TOKEN_BUCKET:
                return new TokenBucketLimit(bandwidth, now);
            case LEAKY_BUCKET:
                return bandwidth.isMeter() ? new LeakyMeterLimit(bandwidth, now) : new LeakyQueueLimit(bandwidth, now);
            case FIXED_WINDOW:
                return new FixedWindowLimit(bandwidth, now);
            case SLIDING_WINDOW_LOG:
                return new SlidingWindowLogLimit(bandwidth);
            case SLIDING_WINDOW_COUNTER:
                return new SlidingWindowCounterLimit(bandwidth, now);
        }
        throw new IllegalArgumentException("No algorithm for " + bandwidth);
    }

    /** The first time >= t at which n tokens may go; for n = 0, at which the limit is no longer exceeded. */
    abstract long earliest(long n, long t);

    /** Charges n tokens at t, whether they fit or not. The present is {@code now}, at or before t. */
    abstract void commit(long n, long t, long now);

    /** The most tokens that may go at t. */
    abstract long available(long t);

    /** Gives n tokens back at t. */
    abstract void add(long n, long t, boolean force);

    /** Forgets everything: as if unused, and full. */
    abstract void refresh(long now);

    /** Takes over from {@code old}, which is of the same class. */
    abstract void inherit(Limit old, TokensInheritanceStrategy how, long t);

    /** Moves what is remembered at t back in time, after the clock was set back. */
    abstract void shift(long t, long back);

    /** How many longs {@link #save} writes. */
    abstract int stateSize();

    /** Writes the state, so that {@link #restore} can undo what is charged after this; returns the next free place. */
    abstract int save(long[] state, int at);

    /** Takes back a saved state, if nothing but charges came since; returns the place after what was read. */
    abstract int restore(long[] state, int at);

    /** Nobody may wait longer than this for a slot. */
    long longestWait() {
        return Long.MAX_VALUE;
    }

    /** How long after the slot before it a waiting call of cost n leaves at the earliest. */
    long spreadGap(long n) {
        return 0;
    }
}
