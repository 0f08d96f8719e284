package dev.headgate.limiter;

/**
 * What holds the calls of one bucket back beside its limits: pauses, and a gap from one call to the next. While anything does,
 * calls that cost nothing stand in line, too. Thread-safe; of a bucket that was evicted it speaks of the next one of its key.
 *
 * <pre>{@code
 * bucket.pacing().pause(SECONDS.toNanos(300), SECONDS.toNanos(10));   // then one call tries, the others go when it was served
 * bucket.pacing().pace(MILLISECONDS.toNanos(20));                     // at most one call in 20 ms, until pace(0)
 * }</pre>
 */
public final class Pacing {
    private final SharedBudget bucket;

    Pacing(SharedBudget bucket) {
        this.bucket = bucket;
    }

    /**
     * Lets calls go at least {@code gapNanos} apart from now on; 0: as the limits allow. Slots that were given stand; the first
     * call after a pause does not wait for the gap.
     */
    public void pace(long gapNanos) {
        BandwidthDraft.notNegative("gapNanos", gapNanos);
        bucket.restrain((budget, now) -> {
            budget.ownRestraint(now).pace(gapNanos);
            return true;
        });
    }

    /**
     * Lets nothing go for {@code nanos} from now; of several pauses the latest end holds. Slots that were given stand.
     *
     * @param probeNanos more than 0: afterwards one call goes, and the others go only after {@link #served}, or one more for each
     *     time that so long has passed
     */
    public void pause(long nanos, long probeNanos) {
        BandwidthDraft.notNegative("nanos", nanos);
        BandwidthDraft.notNegative("probeNanos", probeNanos);
        bucket.restrain((budget, now) -> {
            budget.ownRestraint(now).pause(Ticks.plus(budget.now, nanos), probeNanos, budget.now);
            return true;
        });
    }

    /** Ends pause, probe and gap: as the limits allow from now on. */
    public void lift() {
        bucket.ask((budget, now) -> {
            budget.lift(now);
            return true;
        });
    }

    /** Tells that a call was served. If one tries after a pause that ends so, the pause is over, and this returns true. */
    public boolean served() {
        return bucket.ask((budget, now) -> budget.restraint(now).served(budget.now));
    }

    /** Returns false if nothing but the limits holds calls back. Without a lock, at any time. */
    public boolean isRestrained() {
        return bucket.isRestrained();
    }

    /** Returns nanoseconds until a pause ends, or the lease of a call that tries; 0: there is none. */
    public long nanosPaused() {
        return bucket.ask((budget, now) -> {
            Restraint held = budget.restraint(now);
            return Ticks.after(budget.now, held.pausedUntil());
        });
    }

    /** As {@link #nanosPaused()}, for who holds {@code place}: if it is this call that tries, until its slot. */
    public long nanosPaused(Reservation place) {
        return bucket.ask((budget, now) -> {
            Restraint held = budget.restraint(now);
            return Ticks.after(budget.now, held.pausedUntil(place.slotIn(bucket)));
        });
    }

    /** Returns true if a pause ends, or has ended, with a call that tries, and none was served yet. */
    public boolean isProbing() {
        return bucket.ask((budget, now) -> budget.restraint(now).isProbing());
    }

    /** Returns nanoseconds until the gap behind the last slot is over; 0: it is, or there is none. */
    public long nanosPaced() {
        return bucket.ask((budget, now) -> {
            Restraint held = budget.restraint(now);
            return Ticks.after(budget.now, held.paced(budget.last()));
        });
    }

    /** Returns nanoseconds until a call that costs nothing would go; 0: now. */
    public long nanosToTurn() {
        return bucket.ask(
                (budget, now) -> budget.restraint(now).holds(budget.now) ? Ticks.after(budget.now, budget.from()) : 0);
    }

    /** Returns nanoseconds until the last slot that was given; 0: it has passed. */
    public long nanosToLastSlot() {
        return bucket.ask((budget, now) -> {
            budget.restraint(now);
            return Ticks.after(budget.now, budget.last());
        });
    }
}
