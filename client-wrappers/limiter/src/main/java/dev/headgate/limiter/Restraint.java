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

    /** The slot of the first call that tries; {@link Ticks#NEVER}: none does. */
    private long triedFrom = Ticks.NEVER;

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

    /** The same for who holds that slot: it does not wait for the end of its own lease or of a later one. */
    long pausedUntil(long slot) {
        return slot >= triedFrom ? slot : pausedUntil;
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
        if (triedFrom != Ticks.NEVER || until > pausedUntil) {
            pausedUntil = until;
            probe = newProbe;
            triedFrom = Ticks.NEVER;
        } else if (until == pausedUntil) {
            probe = Math.max(probe, newProbe);
        }
    }

    /** A call was given this slot. Whoever may wait so long has the place of who tries next. */
    void taken(long slot) {
        if (probe > 0 && slot >= pausedUntil) {
            pausedUntil = Ticks.plus(slot, probe);
            triedFrom = Math.min(triedFrom, slot);
        }
    }

    void cancelled(long slot) {
        if (slot >= triedFrom && Ticks.plus(slot, probe) == pausedUntil) {
            pausedUntil = slot;
            triedFrom = slot == triedFrom ? Ticks.NEVER : triedFrom;
        }
    }

    /** A call was served: if one tries, and went before {@code now}, the pause is over. */
    boolean served(long now) {
        boolean tried = now >= triedFrom;
        if (tried) {
            pausedUntil = Ticks.BEFORE_ALL;
            probe = 0;
            triedFrom = Ticks.NEVER;
        }
        return tried;
    }

    void shift(long back) {
        if (pausedUntil != Ticks.BEFORE_ALL) {
            pausedUntil = Ticks.minus(pausedUntil, back);
        }
        if (triedFrom != Ticks.NEVER) {
            triedFrom = Ticks.minus(triedFrom, back);
        }
    }
}
