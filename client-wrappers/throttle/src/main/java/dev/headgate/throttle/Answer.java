package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/** What a ledger says to a request. */
public sealed interface Answer {
    /** All charges were taken; the call goes now. */
    Go GO = new Go();

    /** Nothing could be decided and the rule says that its calls go then: {@link OnFailure#ALLOW}. */
    Go UNDECIDED = new Go();

    /** The call goes now: {@link #GO} or {@link #UNDECIDED}. */
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

    /** What keeps a call from going. */
    enum Cause {
        /** A limit is used up. */
        LIMIT,
        /** A pause. */
        PAUSE,
        /** The pace at which calls come back after a pause or failures. */
        PACE,
        /** The store cannot be asked, and the rule's calls are rejected then: {@link OnFailure#DENY}. */
        STORE
    }

    /**
     * Nothing was taken.
     *
     * @param comeBackNanos after what time the call would go at once if nobody else called; more than 0
     * @param charge which of the request's charges stands against it longest
     * @param limit which limit of that budget, or null if that is not known or it is none
     * @param cause why
     */
    record Refusal(long comeBackNanos, int charge, @Nullable Limit limit, Cause cause) implements Answer {
        /** Refuses because a limit is used up. */
        public Refusal(long comeBackNanos, int charge, @Nullable Limit limit) {
            this(comeBackNanos, charge, limit, Cause.LIMIT);
        }
    }
}
