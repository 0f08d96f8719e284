package dev.headgate.limiter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A token bucket in one long, for decisions without a lock. The long is the point on the axis of parts at which the bucket was
 * empty: with {@code rate.refill} parts flowing in every tick, the level now is elapsed * refill - word, at most full. It is
 * the same level that a {@link TokenBucketLimit} keeps; the budget takes it over for whatever is not a plain consume.
 */
final class Word {
    /** The budget holds the level. */
    static final long HELD = Long.MIN_VALUE;

    static final int REFUSED = 0;
    static final int GRANTED = 1;

    /** The budget must say. */
    static final int UNDECIDED = 2;

    /** How often a call tries to be the one that changes the word, or to see it unchanged while it reads the clock. */
    static final int TURNS = 16;

    private static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findVarHandle(Word.class, "value", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final WordRate rate;

    @SuppressWarnings("unused") // through VALUE
    private volatile long value;

    Word(WordRate rate, long value) {
        this.rate = rate;
        this.value = value;
    }

    /** Takes n tokens now, if they are there. Who is overtaken by others too often is left to the budget, whose lock has a line. */
    int tryConsume(long n, TickClock clock) {
        WordRate numbers = rate;
        if (n < 1 || n > numbers.capacity) {
            return UNDECIDED;
        }
        long cost = n * numbers.per;
        for (int turns = TURNS; turns > 0; turns--) {
            long before = value;
            long elapsed = clock.elapsed();
            // Read after the clock, which takes long: hardly any time is left for others between this and the change.
            long seen = value;
            if (seen == HELD || elapsed < 0 || elapsed > numbers.longest) {
                return UNDECIDED;
            }
            long axis = elapsed * numbers.refill;
            long next = Math.max(seen, axis - numbers.full) + cost;
            if (next <= axis) {
                // Others may have come in since the clock was read: what is there as of that time is there later too.
                if (VALUE.compareAndSet(this, seen, next)) {
                    return GRANTED;
                }
                letOthersGo(turns);
            } else if (seen == before) {
                // A refusal is true of the time that was read only if the word was the same before and after.
                return REFUSED;
            }
        }
        return UNDECIDED;
    }

    /** Leaves the word to the others for a moment: shorter with every turn that was lost, so that the latest comer is not first. */
    private static void letOthersGo(int turnsLeft) {
        for (int i = turnsLeft; i > 0; i--) {
            Thread.onSpinWait();
        }
    }

    /** The tokens that would go now; -1 if the budget must say. */
    long available(TickClock clock) {
        for (int turns = TURNS; turns > 0; turns--) {
            long seen = value;
            long elapsed = clock.elapsed();
            if (seen == HELD || elapsed < 0 || elapsed > rate.longest) {
                return -1;
            }
            if (value == seen) {
                long level = elapsed * rate.refill - seen;
                return level <= 0 ? 0 : Math.min(level, rate.full) / rate.per;
            }
        }
        return -1;
    }

    /** Whether the bucket is certainly not full; the budget can tell of the others. */
    boolean isUsed(TickClock clock) {
        long available = available(clock);
        return available >= 0 && available < rate.capacity;
    }

    /** Gives the level to {@code limit} and keeps others off, until {@link #giveBack}. The caller has the lock. */
    void handOver(TokenBucketLimit limit, TickClock clock) {
        long seen = (long) VALUE.getAndSet(this, HELD);
        if (seen != HELD) {
            long elapsed = clock.elapsed();
            long axis = Math.min(Math.max(elapsed, 0), rate.longest) * rate.refill;
            long level = Math.min(axis - seen, rate.full);
            long whole = Math.floorDiv(level, rate.per);
            long part = Math.floorMod(level, rate.per) * rate.scale;
            limit.setLevel(whole, part, Ticks.plus(clock.startedAt(), axis / rate.refill));
        }
    }

    /** Takes the level back from {@code limit}, if it can be told in one long. The caller has the lock. */
    void giveBack(TokenBucketLimit limit, TickClock clock, long lastAsked) {
        long now = Math.max(lastAsked, limit.at());
        long elapsed = now - clock.startedAt();
        if (elapsed < 0 || elapsed > rate.longest) {
            return;
        }
        long whole = limit.wholeAt(now);
        long part = limit.partFound();
        boolean aboveFull = whole > rate.capacity || whole == rate.capacity && part > 0;
        if (aboveFull || whole < -rate.capacity || part % rate.scale != 0) {
            return;
        }
        value = elapsed * rate.refill - whole * rate.per - part / rate.scale;
    }
}
