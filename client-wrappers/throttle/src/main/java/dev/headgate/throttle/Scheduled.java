package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/**
 * A call that asked without waiting: it goes at once, goes later, or is rejected; where the ledger is far away, that is not
 * known at first. While it waits it holds a place, which {@link #cancel} gives back. Thread-safe.
 */
public interface Scheduled {
    /** What happens when a delayed call's time has come. Runs on {@link Downstreams#continuations}, exactly one of the two. */
    interface Continuation {
        void admitted();

        /**
         * There is no place within the call's wait: the ledger said so, or the one it had was lost to a late wake-up or a pause.
         */
        void rejected(Rejection rejection);
    }

    /**
     * Returns whether it was known at once what becomes of the call. If not, it is treated as one that waits, for a time that is
     * not known, and only the continuation tells the rest; it may come as soon as it is set. Never changes.
     */
    boolean isDecided();

    /** Returns the wait in nanoseconds as it was decided at once; 0 only if the call goes at once or is rejected. */
    long waitNanos();

    /** Returns why the call does not go, or null if it goes at once or waits. */
    @Nullable
    Rejection rejection();

    /** Sets what happens at the slot; once, and only for a call that waits or is not decided. */
    void onSlot(Continuation next);

    /**
     * Gives the place back: the call will not go.
     *
     * @return true if the continuation has not begun and now never will
     */
    boolean cancel();
}
