package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/**
 * A call that was decided without waiting: it goes at once, goes later, or is rejected. While it waits it holds a place, which
 * {@link #cancel} gives back. Thread-safe.
 */
public interface Scheduled {
    /** What happens when a delayed call's time has come. Runs on {@link Downstreams#continuations}, exactly one of the two. */
    interface Continuation {
        void admitted();

        /** The place was lost, to a late wake-up or a pause, and there is no other within the call's wait. */
        void rejected(Rejection rejection);
    }

    /** Returns the wait in nanoseconds as it was decided; 0 if the call goes at once or is rejected. */
    long waitNanos();

    /** Returns why the call does not go, or null if it goes at once or later. */
    @Nullable
    Rejection rejection();

    /** Sets what happens at the slot; once, and only for a call that waits. */
    void onSlot(Continuation next);

    /**
     * Gives the place back: the call will not go.
     *
     * @return true if the continuation has not begun and now never will
     */
    boolean cancel();
}
