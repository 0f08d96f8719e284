package dev.headgate.limiter;

import java.math.BigInteger;
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
                return new PlainTokens(b.getCapacity(), b.getRefillTokens(), per, b.getInitialTokens() * per, now);
            case LEAKY_BUCKET:
                long longest = b.isMeter() ? Long.MAX_VALUE : b.getDepth() * per / b.getRefillTokens();
                return new PlainLevel(b.getCapacity(), b.getRefillTokens(), per, 0, now, longest);
            case FIXED_WINDOW:
                return new PlainWindow(b.getCapacity(), per, b.getOffsetNanos(), Long.MIN_VALUE, 0);
            case SLIDING_WINDOW_LOG:
                return new PlainLog(b.getCapacity(), per, b.getCellNanos(), b.isSpread(), List.of());
            default:
                return new PlainCounter(b.getCapacity(), per, Long.MIN_VALUE, 0, 0);
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
    static long floor(long a, long b, long c) {
        BigInteger[] parts = big(a).multiply(big(b)).divideAndRemainder(big(c));
        return parts[0].subtract(parts[1].signum() < 0 ? BigInteger.ONE : BigInteger.ZERO)
                .longValueExact();
    }
}
