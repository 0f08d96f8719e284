package dev.headgate.limiter;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

/**
 * A limit told from its definition and nothing else: may n tokens go at t? When they may is found by trying. Immutable; slow.
 * Written apart from the limits under test, for comparison with them.
 */
abstract class PlainLimit {
    final long capacity;

    PlainLimit(long capacity) {
        this.capacity = capacity;
    }

    static PlainLimit of(Bandwidth b, long now) {
        long per = b.getRefillPeriodNanos();
        switch (b.getAlgorithm()) {
            case TOKEN_BUCKET:
                return new Tokens(b.getCapacity(), b.getRefillTokens(), per, b.getInitialTokens() * per, now);
            case LEAKY_BUCKET:
                long longest = b.isMeter() ? Long.MAX_VALUE : b.getDepth() * per / b.getRefillTokens();
                return new Level(b.getCapacity(), b.getRefillTokens(), per, 0, now, longest);
            case FIXED_WINDOW:
                return new Window(b.getCapacity(), per, b.getOffsetNanos(), Long.MIN_VALUE, 0);
            case SLIDING_WINDOW_LOG:
                return new Log(b.getCapacity(), per, b.getCellNanos(), b.isSpread(), List.of());
            default:
                return new Counter(b.getCapacity(), per, Long.MIN_VALUE, 0, 0);
        }
    }

    abstract boolean mayGo(long n, long t);

    abstract PlainLimit charge(long n, long t);

    abstract PlainLimit add(long n, long t, boolean force);

    abstract PlainLimit unused(long now);

    abstract PlainLimit inherit(PlainLimit old, TokensInheritanceStrategy how, long t);

    abstract PlainLimit shift(long t, long back);

    long longestWait() {
        return Long.MAX_VALUE;
    }

    long gap(long n) {
        return 0;
    }

    /** Tries later and later times, then halves. */
    long earliest(long n, long t) {
        if (mayGo(n, t)) {
            return t;
        }
        long step = 1;
        while (!mayGo(n, t + step)) {
            step *= 2;
        }
        long no = step / 2;
        long yes = step;
        while (no + 1 < yes) {
            long middle = (no + yes) / 2;
            if (mayGo(n, t + middle)) {
                yes = middle;
            } else {
                no = middle;
            }
        }
        return t + yes;
    }

    long available(long t) {
        long most = 0;
        long over = capacity + 1;
        if (mayGo(over, t)) {
            while (mayGo(over * 2, t)) {
                over *= 2;
            }
            most = over;
            over *= 2;
        }
        while (most + 1 < over) {
            long middle = (most + over) / 2;
            if (mayGo(middle, t)) {
                most = middle;
            } else {
                over = middle;
            }
        }
        return most;
    }

    static long scaled(long usage, long to, long from) {
        return (usage * to + from - 1) / from;
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    /** a * b / c, towards minus infinity. */
    private static long floor(long a, long b, long c) {
        BigInteger[] parts = big(a).multiply(big(b)).divideAndRemainder(big(c));
        return parts[0].subtract(parts[1].signum() < 0 ? BigInteger.ONE : BigInteger.ZERO)
                .longValueExact();
    }

    /** Tokens in units of 1 / per. */
    private static final class Tokens extends PlainLimit {
        final long refill;
        final long per;
        final long units;
        final long at;

        Tokens(long capacity, long refill, long per, long units, long at) {
            super(capacity);
            this.refill = refill;
            this.per = per;
            this.units = units;
            this.at = at;
        }

        long units(long t) {
            long full = capacity * per;
            if (units >= full) {
                return units;
            }
            boolean fills = t - at > (full - units) / refill;
            return fills ? full : Math.min(full, units + (t - at) * refill);
        }

        Tokens with(long newUnits, long t) {
            return new Tokens(capacity, refill, per, newUnits, t);
        }

        @Override
        boolean mayGo(long n, long t) {
            return n * per <= units(t);
        }

        @Override
        PlainLimit charge(long n, long t) {
            return with(units(t) - n * per, t);
        }

        @Override
        PlainLimit add(long n, long t, boolean force) {
            long more = units(t) + n * per;
            return with(force ? more : Math.min(capacity * per, more), t);
        }

        @Override
        PlainLimit unused(long now) {
            return with(capacity * per, now);
        }

        @Override
        PlainLimit inherit(PlainLimit from, TokensInheritanceStrategy how, long t) {
            Tokens old = (Tokens) from;
            long kept;
            if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
                kept = floor(old.units(t), capacity * per, old.capacity * old.per);
            } else {
                kept = floor(old.units(t), per, old.per);
            }
            if (how == TokensInheritanceStrategy.ADDITIVE && capacity > old.capacity) {
                kept += (capacity - old.capacity) * per;
            }
            return with(Math.min(kept, capacity * per), t);
        }

        @Override
        PlainLimit shift(long t, long back) {
            return with(units(t), t - back);
        }
    }

    /** A level in units of 1 / per that drains. */
    private static final class Level extends PlainLimit {
        final long rate;
        final long per;
        final long level;
        final long at;
        final long longestWait;

        Level(long capacity, long rate, long per, long level, long at, long longestWait) {
            super(capacity);
            this.rate = rate;
            this.per = per;
            this.level = level;
            this.at = at;
            this.longestWait = longestWait;
        }

        long level(long t) {
            return t - at > level / rate ? 0 : level - (t - at) * rate;
        }

        Level with(long newLevel, long t) {
            return new Level(capacity, rate, per, newLevel, t, longestWait);
        }

        @Override
        long longestWait() {
            return longestWait;
        }

        @Override
        boolean mayGo(long n, long t) {
            return level(t) + n * per <= capacity * per;
        }

        @Override
        PlainLimit charge(long n, long t) {
            return with(level(t) + n * per, t);
        }

        @Override
        PlainLimit add(long n, long t, boolean force) {
            return with(Math.max(0, level(t) - n * per), t);
        }

        @Override
        PlainLimit unused(long now) {
            return with(0, now);
        }

        @Override
        PlainLimit inherit(PlainLimit from, TokensInheritanceStrategy how, long t) {
            Level old = (Level) from;
            if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
                long free = floor(old.capacity * old.per - old.level(t), capacity * per, old.capacity * old.per);
                return with(capacity * per - free, t);
            }
            return with(-floor(-old.level(t), per, old.per), t);
        }

        @Override
        PlainLimit shift(long t, long back) {
            return with(level(t), t - back);
        }
    }

    private static final class Window extends PlainLimit {
        final long per;
        final long offset;
        final long number;
        final long used;

        Window(long capacity, long per, long offset, long number, long used) {
            super(capacity);
            this.per = per;
            this.offset = offset;
            this.number = number;
            this.used = used;
        }

        long number(long t) {
            return Math.floorDiv(t - offset, per);
        }

        long used(long t) {
            return number(t) == number ? used : 0;
        }

        Window with(long t, long newUsed) {
            return new Window(capacity, per, offset, number(t), newUsed);
        }

        @Override
        boolean mayGo(long n, long t) {
            return used(t) + n <= capacity;
        }

        @Override
        PlainLimit charge(long n, long t) {
            return with(t, used(t) + n);
        }

        @Override
        PlainLimit add(long n, long t, boolean force) {
            return with(t, Math.max(0, used(t) - n));
        }

        @Override
        PlainLimit unused(long now) {
            return with(now, 0);
        }

        @Override
        PlainLimit inherit(PlainLimit from, TokensInheritanceStrategy how, long t) {
            Window old = (Window) from;
            boolean scale = how == TokensInheritanceStrategy.PROPORTIONALLY;
            return with(t, scale ? scaled(old.used(t), capacity, old.capacity) : old.used(t));
        }

        @Override
        PlainLimit shift(long t, long back) {
            return with(t - back, used(t));
        }
    }

    /** One entry (stamp, tokens) for every charge. */
    private static final class Log extends PlainLimit {
        final long per;
        final long cell;
        final boolean spread;
        final List<long[]> entries;

        Log(long capacity, long per, long cell, boolean spread, List<long[]> entries) {
            super(capacity);
            this.per = per;
            this.cell = cell;
            this.spread = spread;
            this.entries = entries;
        }

        Log with(List<long[]> newEntries) {
            return new Log(capacity, per, cell, spread, newEntries);
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
            Log old = (Log) from;
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

    private static final class Counter extends PlainLimit {
        final long per;
        final long number;
        final long current;
        final long previous;

        Counter(long capacity, long per, long number, long current, long previous) {
            super(capacity);
            this.per = per;
            this.number = number;
            this.current = current;
            this.previous = previous;
        }

        long[] counts(long t) {
            long distance = number == Long.MIN_VALUE ? 2 : Math.floorDiv(t, per) - number;
            return distance == 0
                    ? new long[] {current, previous}
                    : distance == 1 ? new long[] {0, current} : new long[] {0, 0};
        }

        Counter with(long t, long newCurrent, long newPrevious) {
            return new Counter(capacity, per, Math.floorDiv(t, per), newCurrent, newPrevious);
        }

        @Override
        boolean mayGo(long n, long t) {
            long[] counts = counts(t);
            long left = per - Math.floorMod(t, per);
            return counts[0] * per + counts[1] * left + n * per <= capacity * per;
        }

        @Override
        PlainLimit charge(long n, long t) {
            return with(t, counts(t)[0] + n, counts(t)[1]);
        }

        @Override
        PlainLimit add(long n, long t, boolean force) {
            long[] counts = counts(t);
            long fromPrevious = Math.max(0, n - counts[0]);
            return with(t, Math.max(0, counts[0] - n), Math.max(0, counts[1] - fromPrevious));
        }

        @Override
        PlainLimit unused(long now) {
            return with(now, 0, 0);
        }

        @Override
        PlainLimit inherit(PlainLimit from, TokensInheritanceStrategy how, long t) {
            Counter old = (Counter) from;
            long[] counts = old.counts(t);
            return how == TokensInheritanceStrategy.PROPORTIONALLY
                    ? with(t, scaled(counts[0], capacity, old.capacity), scaled(counts[1], capacity, old.capacity))
                    : with(t, counts[0], counts[1]);
        }

        @Override
        PlainLimit shift(long t, long back) {
            return with(t - back, counts(t)[0], counts(t)[1]);
        }
    }
}
