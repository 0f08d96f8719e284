package dev.headgate.limiter;

/** Tokens in units of 1 / per. */
final class PlainTokens extends PlainLimit {
    final long refill;
    final long per;
    final long units;
    final long at;

    PlainTokens(long capacity, long refill, long per, long units, long at) {
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

    PlainTokens with(long newUnits, long t) {
        return new PlainTokens(capacity, refill, per, newUnits, t);
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
        PlainTokens old = (PlainTokens) from;
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
