package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/**
 * A call that was decided at once and does not wait.
 *
 * @param rejection why it does not go; null if it goes
 */
record DecidedCall(@Nullable Rejection rejection) implements Scheduled {
    static final DecidedCall GOES = new DecidedCall(null);

    @Override
    public boolean isDecided() {
        return true;
    }

    @Override
    public long waitNanos() {
        return 0;
    }

    @Override
    public void onSlot(Continuation next) {
        throw new IllegalStateException("The call does not wait: it was decided at once");
    }

    @Override
    public boolean cancel() {
        return false;
    }
}
