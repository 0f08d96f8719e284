package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/** What a ledger says to a request. */
public sealed interface Answer {
    /** All charges were taken; the call goes now. */
    Go GO = new Go();

    /** The call goes now: {@link #GO}. */
    final class Go implements Answer {
        private Go() {}
    }

    /**
     * One charge was taken at a later time. The others were not: they are to be asked for again at the slot.
     *
     * @param atNanos the slot, on the throttle's clock; rounded up, never early
     * @param charge which of the request's charges was taken
     * @param ticket what the ledger needs for {@link Ledger#cancel}
     */
    record Slot(long atNanos, int charge, Object ticket) implements Answer {}

    /**
     * Nothing was taken.
     *
     * @param comeBackNanos after what time the call would go at once if nobody else called; more than 0
     * @param charge which of the request's charges stands against it longest
     * @param limit which limit of that budget, or null if that is not known
     */
    record Refusal(long comeBackNanos, int charge, @Nullable Limit limit) implements Answer {}
}
