package dev.headgate.limiter;

/** Told from its definition: see {@link PlainLimit}. */
final class PlainCounter extends PlainLimit {
    final long per;
    final long number;
    final long current;
    final long previous;

    PlainCounter(long capacity, long per, long number, long current, long previous) {
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

    PlainCounter with(long t, long newCurrent, long newPrevious) {
        return new PlainCounter(capacity, per, Math.floorDiv(t, per), newCurrent, newPrevious);
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
        PlainCounter old = (PlainCounter) from;
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
