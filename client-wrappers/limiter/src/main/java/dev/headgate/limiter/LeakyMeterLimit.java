package dev.headgate.limiter;

import java.math.BigInteger;

/**
 * Leaky bucket as a meter: the level rises with a call, drains evenly and never goes below 0; a call may go while level + cost
 * is at most the depth. That is a token bucket of capacity {@code depth} seen from the other side (level = depth - tokens); it
 * differs when tokens are added by force and when the configuration is replaced, where the level is kept and not the tokens.
 */
class LeakyMeterLimit extends TokenBucketLimit {
    LeakyMeterLimit(Bandwidth bandwidth, long now) {
        super(
                bandwidth.getCapacity(),
                bandwidth.getRefillTokens(),
                bandwidth.getRefillPeriodNanos(),
                bandwidth.getCapacity(),
                now);
    }

    @Override
    void add(long n, long t, boolean force) {
        super.add(n, t, false);
    }

    @Override
    void inherit(Limit old, TokensInheritanceStrategy how, long t) {
        if (how == TokensInheritanceStrategy.PROPORTIONALLY) {
            super.inherit(old, how, t);
            return;
        }
        LeakyMeterLimit was = (LeakyMeterLimit) old;
        BigInteger level = parts(was.capacity, was.per).subtract(was.partsAt(t));
        BigInteger negated = floorDiv(level.multiply(BigInteger.valueOf(per)).negate(), BigInteger.valueOf(was.per));
        setParts(parts(capacity, per).add(negated), t);
    }
}
