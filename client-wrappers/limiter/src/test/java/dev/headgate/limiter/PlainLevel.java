package dev.headgate.limiter;

/** A level in units of 1 / per that drains. */
final class PlainLevel extends PlainLimit {
    final long rate;
    final long per;
    final long level;
    final long at;
    final long longestWait;

    PlainLevel(long capacity, long rate, long per, long level, long at, long longestWait) {
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

    PlainLevel with(long newLevel, long t) {
        return new PlainLevel(capacity, rate, per, newLevel, t, longestWait);
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
        PlainLevel old = (PlainLevel) from;
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
