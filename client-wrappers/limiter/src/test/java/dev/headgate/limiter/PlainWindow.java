package dev.headgate.limiter;

/** Told from its definition: see {@link PlainLimit}. */
final class PlainWindow extends PlainLimit {
    final long per;
    final long offset;
    final long number;
    final long used;

    PlainWindow(long capacity, long per, long offset, long number, long used) {
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

    PlainWindow with(long t, long newUsed) {
        return new PlainWindow(capacity, per, offset, number(t), newUsed);
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
        PlainWindow old = (PlainWindow) from;
        boolean scale = how == TokensInheritanceStrategy.PROPORTIONALLY;
        return with(t, scale ? scaled(old.used(t), capacity, old.capacity) : old.used(t));
    }

    @Override
    PlainLimit shift(long t, long back) {
        return with(t - back, used(t));
    }
}
