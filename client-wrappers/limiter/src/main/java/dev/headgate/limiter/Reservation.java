package dev.headgate.limiter;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a call that asked for a place in the line: granted now, granted for later, or refused. Thread-safe.
 *
 * <pre>{@code
 * Reservation place = bucket.reserve(1, SECONDS.toNanos(1));
 * if (!place.isGranted()) { throw comeBackIn(place.nanosToComeBack()); }
 * LockSupport.parkNanos(place.nanosToWait());
 * }</pre>
 */
public final class Reservation {
    /** Goes now: nothing to wait for and nothing to cancel. */
    static final Reservation NOW = new Reservation(null, null, true, 0, List.of());

    private final @Nullable SharedBudget bucket;
    private final @Nullable Place place;
    private final boolean granted;

    /** The wait of a granted call, or the time to come back of a refused one. */
    private final long nanos;

    private final List<Claim> stillToAsk;
    private boolean cancelled;

    private Reservation(
            @Nullable SharedBudget bucket, @Nullable Place place, boolean granted, long nanos, List<Claim> stillToAsk) {
        this.bucket = bucket;
        this.place = place;
        this.granted = granted;
        this.nanos = nanos;
        this.stillToAsk = stillToAsk;
    }

    static Reservation later(SharedBudget bucket, Place place, long nanosToWait, List<Claim> stillToAsk) {
        return new Reservation(bucket, place, true, nanosToWait, stillToAsk);
    }

    static Reservation refused(long nanosToComeBack) {
        return new Reservation(null, null, false, nanosToComeBack, List.of());
    }

    /** Whether the call may go, now or after {@link #nanosToWait()}. */
    public boolean isGranted() {
        return granted;
    }

    /** Nanoseconds from the decision to the slot, rounded up; 0 = go now. Throws {@link IllegalStateException} if refused. */
    public long nanosToWait() {
        if (!granted) {
            throw new IllegalStateException("A refused call has no slot: ask nanosToComeBack() when to try again");
        }
        return nanos;
    }

    /**
     * Nanoseconds from the decision to the first instant at which the same call would go at once if nobody else came;
     * {@code Long.MAX_VALUE} if there is none. Throws {@link IllegalStateException} if granted.
     */
    public long nanosToComeBack() {
        if (granted) {
            throw new IllegalStateException("A granted call need not come back: ask nanosToWait() for its slot");
        }
        return nanos;
    }

    /** Nanoseconds from this moment to the slot, on the bucket's own clock; negative when it has passed. 0 for a call that went at once. */
    public long nanosUntilSlot() {
        if (bucket == null || place == null) {
            nanosToWait();
            return 0;
        }
        return Ticks.minus(place.slot, bucket.clock().now());
    }

    /** The slot, if it is one of that bucket. */
    long slotIn(SharedBudget asked) {
        return bucket == asked && place != null ? place.slot : Ticks.BEFORE_ALL;
    }

    /** Of a call on several buckets that must wait: those that hold no place for it and must be asked at its slot. Else empty. */
    public List<Claim> stillToAsk() {
        return stillToAsk;
    }

    /** Gives the slot back if it is not due. Returns whether it was; false the second time. */
    public boolean cancel() {
        if (bucket == null || place == null) {
            return false;
        }
        synchronized (this) {
            if (cancelled) {
                return false;
            }
            cancelled = true;
        }
        return bucket.cancel(place);
    }

    @Override
    public String toString() {
        return granted ? "Reservation{in " + nanos + " ns}" : "Reservation{refused, come back in " + nanos + " ns}";
    }
}
