package dev.headgate.limiter;

import java.math.BigInteger;

/**
 * Token bucket with greedy refill. The level is {@code whole} tokens and {@code part} of {@code per} parts of one more, at the
 * time {@code at}; in every tick {@code refill} parts flow in, up to the capacity, so fractions are exact. The level is
 * negative after debt, and above capacity after tokens were added by force: then nothing flows in.
 */
class TokenBucketLimit extends Limit {
    /** Debt beyond this is not remembered: at one token a tick it takes 146 years to pay. */
    private static final long DEEPEST = Long.MIN_VALUE / 2;

    final long refill;
    final long per;
    private long whole;
    private long part;
    private long at;

    /** What {@link #wholeAt} found last, and when: the whole tokens, and the part of one more. */
    private long foundAt;

    private long foundWhole;
    private long partAt;

    TokenBucketLimit(Bandwidth bandwidth, long now) {
        this(
                bandwidth.getCapacity(),
                bandwidth.getRefillTokens(),
                bandwidth.getRefillPeriodNanos(),
                bandwidth.getInitialTokens(),
                now);
    }

    TokenBucketLimit(long capacity, long refill, long per, long initial, long now) {
        super(capacity);
        this.refill = refill;
        this.per = per;
        setLevel(initial, 0, now);
    }

    /** The level at t: whole tokens as the result, the rest in {@link #partAt}. */
    final long wholeAt(long t) {
        // Who asks when a call may go charges it at that time next: the two divisions are done once.
        if (t != foundAt) {
            foundWhole = find(t);
            foundAt = t;
        }
        return foundWhole;
    }

    private long find(long t) {
        if (whole >= capacity || t <= at) {
            partAt = part;
            return whole;
        }
        long elapsed = Ticks.minus(t, at);
        if (whole >= 0 && Wide.atMost(capacity - whole, per, elapsed, refill)) {
            partAt = 0;
            return capacity;
        }
        // At most one token a tick, so what flows in is never more than the ticks that went by.
        long gained = Wide.floorDiv(elapsed, refill, per);
        long rest = elapsed * refill - gained * per;
        if (rest >= per - part) {
            gained++;
            partAt = rest - (per - part);
        } else {
            partAt = part + rest;
        }
        long level = Ticks.plus(whole, gained);
        if (level >= capacity) {
            partAt = 0;
            return capacity;
        }
        return level;
    }

    /** Whether the bucket has certainly not been full since {@link #at}, told without a division. */
    private boolean wasNotFullUntil(long t) {
        return whole >= 0
                && whole < capacity
                && t >= at
                && Wide.atMost(Ticks.minus(t, at), refill, capacity - whole - 1, per);
    }

    /** The part of a token, in 1 / per, that the last {@link #wholeAt} found beside the whole ones. */
    final long partFound() {
        return partAt;
    }

    /** The time of the level that is remembered. */
    final long at() {
        return at;
    }

    final void setLevel(long newWhole, long newPart, long t) {
        whole = newWhole;
        part = newPart;
        at = t;
        foundWhole = newWhole;
        partAt = newPart;
        foundAt = t;
    }

    @Override
    long earliest(long n, long t) {
        if (whole >= n) {
            return t;
        }
        long level = wholeAt(t);
        if (level >= n) {
            return t;
        }
        // The missing parts are (n - level) * per - partAt >= 1; the wait is rounded up to a tick.
        long missing = Ticks.minus(n, level);
        long fullTicks = Wide.quotient(missing, per, partAt + 1, refill);
        return Ticks.plus(t, Ticks.plus(fullTicks, 1));
    }

    @Override
    void commit(long n, long t, long now) {
        if (whole >= n && wasNotFullUntil(t)) {
            // Nothing was lost to a full bucket since then, so what flowed in may as well be counted later.
            setLevel(whole - n, part, at);
            return;
        }
        long level = wholeAt(t);
        setLevel(Math.max(DEEPEST, Ticks.minus(level, n)), partAt, t);
    }

    @Override
    long available(long t) {
        return Math.max(0, wholeAt(t));
    }

    @Override
    void add(long n, long t, boolean force) {
        long level = Ticks.plus(wholeAt(t), n);
        if (force || level < capacity) {
            setLevel(level, partAt, t);
        } else {
            setLevel(capacity, 0, t);
        }
    }

    @Override
    void refresh(long now) {
        setLevel(capacity, 0, now);
    }

    @Override
    void inherit(Limit old, TokensInheritanceStrategy how, long t) {
        TokenBucketLimit was = (TokenBucketLimit) old;
        BigInteger level = was.partsAt(t);
        BigInteger full = parts(capacity, per);
        if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
            level = floorDiv(level.multiply(full), parts(was.capacity, was.per));
        } else {
            level = floorDiv(level.multiply(BigInteger.valueOf(per)), BigInteger.valueOf(was.per));
            if (how == TokensInheritanceStrategy.ADDITIVE) {
                level = level.add(parts(Math.max(0, capacity - was.capacity), per));
            }
        }
        setParts(level.min(full), t);
    }

    @Override
    void shift(long t, long back) {
        long level = wholeAt(t);
        setLevel(level, partAt, Ticks.minus(t, back));
    }

    @Override
    int stateSize() {
        return 3;
    }

    @Override
    int save(long[] state, int place) {
        state[place] = whole;
        state[place + 1] = part;
        state[place + 2] = at;
        return place + 3;
    }

    @Override
    int restore(long[] state, int place) {
        setLevel(state[place], state[place + 1], state[place + 2]);
        return place + 3;
    }

    final BigInteger partsAt(long t) {
        long level = wholeAt(t);
        return parts(level, per).add(BigInteger.valueOf(partAt));
    }

    final void setParts(BigInteger level, long t) {
        BigInteger tokens = floorDiv(level, BigInteger.valueOf(per));
        long rest = level.subtract(tokens.multiply(BigInteger.valueOf(per))).longValueExact();
        boolean tooDeep = tokens.compareTo(BigInteger.valueOf(DEEPEST)) < 0;
        setLevel(tooDeep ? DEEPEST : tokens.longValueExact(), rest, t);
    }

    static BigInteger parts(long tokens, long per) {
        return BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(per));
    }

    static BigInteger floorDiv(BigInteger dividend, BigInteger divisor) {
        BigInteger[] both = dividend.divideAndRemainder(divisor);
        return both[1].signum() < 0 ? both[0].subtract(BigInteger.ONE) : both[0];
    }
}
