package dev.headgate.limiter;

/**
 * What holds the calls of a budget back beside its limits: a pause, and a gap from one call to the next. A pause may end with a
 * probe: one call tries, and the others go only when it was served, or when its lease is over: then the next one tries.
 */
final class Restraint {
    /** Holds nothing back and never will. */
    static final Restraint NONE = new Restraint();

    /** A probe that nobody asked for so long after the pause is forgotten. */
    private static final long FORGOTTEN = 60 * Ticks.PER_SECOND;

    /** While a call tries: the end of its lease. */
    private long pausedUntil = Ticks.BEFORE_ALL;

    /** How long a call that tries has; 0: none does. */
    private long probe;

    private boolean trying;

    /** From one call to the next; 0: none. */
    private long gap;

    /** The first time at or after {@code from} at which a call may go that stands behind one with the slot {@code last}. */
    long earliest(long from, long last) {
        return Math.max(Math.max(from, pausedUntil), paced(last));
    }

    /** When the gap behind {@code last} is over. Whoever goes first after a pause stands behind nobody. */
    long paced(long last) {
        return gap > 0 && last != Ticks.BEFORE_ALL && last >= pausedUntil ? Ticks.plus(last, gap) : Ticks.BEFORE_ALL;
    }

    long pausedUntil() {
        return pausedUntil;
    }

    /** The same for who holds that slot: it does not wait for the end of its own lease. */
    long pausedUntil(long slot) {
        return isLease(slot) ? slot : pausedUntil;
    }

    /** Whether after a pause nobody was served yet who tried. */
    boolean isProbing() {
        return probe > 0;
    }

    /** From when on a hole is as good as a slot at the end of the line. */
    long holesFrom() {
        return probe > 0 ? Ticks.NEVER : pausedUntil;
    }

    /** Whether who takes a hole takes all of it: two calls in one place would have no gap between them. */
    boolean isPaced() {
        return gap > 0;
    }

    /** Whether calls that cost nothing must stand in line, too. */
    boolean holds(long now) {
        return gap > 0 || probe > 0 || pausedUntil > now;
    }

    boolean isAsNew(long now) {
        return gap == 0 && pausedUntil <= now && (probe == 0 || Ticks.minus(now, pausedUntil) >= FORGOTTEN);
    }

    void pace(long newGap) {
        gap = newGap;
    }

    /** The later of two pauses holds, but a new order takes the place of a lease. */
    void pause(long until, long newProbe, long now) {
        if (until <= now) {
            return;
        }
        if (trying || until > pausedUntil) {
            pausedUntil = until;
            probe = newProbe;
            trying = false;
        } else if (until == pausedUntil) {
            probe = Math.max(probe, newProbe);
        }
    }

    /** A call was given this slot. */
    void taken(long slot) {
        if (probe > 0 && slot >= pausedUntil) {
            pausedUntil = Ticks.plus(slot, probe);
            trying = true;
        }
    }

    void cancelled(long slot) {
        if (isLease(slot)) {
            pausedUntil = slot;
            trying = false;
        }
    }

    private boolean isLease(long slot) {
        return trying && Ticks.plus(slot, probe) == pausedUntil;
    }

    /** A call was served: if one tries, and went before {@code now}, the pause is over. */
    boolean served(long now) {
        boolean tried = trying && now >= Ticks.minus(pausedUntil, probe);
        if (tried) {
            pausedUntil = Ticks.BEFORE_ALL;
            probe = 0;
            trying = false;
        }
        return tried;
    }

    void shift(long back) {
        if (pausedUntil != Ticks.BEFORE_ALL) {
            pausedUntil = Ticks.minus(pausedUntil, back);
        }
    }
}
