package dev.headgate.throttle;

/** How waiting on the caller's thread ended. */
public sealed interface Outcome {
    /** The call goes, and did not wait. One instance, so that the common case allocates nothing. */
    Admitted AT_ONCE = new Admitted(0);

    /**
     * The call goes.
     *
     * @param waitedNanos how long it was held
     */
    record Admitted(long waitedNanos) implements Outcome {}

    /** The call does not go. */
    record Rejected(Rejection rejection) implements Outcome {}

    /** The thread was interrupted while it waited; its interrupt flag is cleared, the slot was given back. */
    record Interrupted() implements Outcome {}

    /** {@link Cancellation#cancelled} said so; the slot was given back. */
    record Cancelled() implements Outcome {}
}
