package dev.headgate.throttle;

import org.jspecify.annotations.Nullable;

/** Counts how one call ended, and tells who wants to know; exactly one of its methods is called, once. */
final class Ending {
    private final RuleThrottle throttle;
    private final Fate fate;
    private final @Nullable Patience patience;

    /**
     * Waits for the end.
     *
     * @param fate hears whether the call goes
     * @param patience pays for the wait of a call that goes
     */
    Ending(RuleThrottle throttle, Fate fate, @Nullable Patience patience) {
        this.throttle = throttle;
        this.fate = fate;
        this.patience = patience;
    }

    void admitted(long waitedNanos) {
        Counts counts = throttle.counts();
        fate.went();
        counts.admitted.increment();
        counts.longestWait.accumulate(waitedNanos);
        if (patience != null) {
            patience.spend(waitedNanos);
        }
    }

    void failedOpen() {
        fate.went();
        throttle.counts().failedOpen.increment();
    }

    void rejected(@Nullable Rejection rejection) {
        fate.stayed();
        throttle.counts().rejected.increment();
        throttle.tellRejected(rejection);
    }

    void cancelled() {
        fate.stayed();
        throttle.counts().cancelled.increment();
    }
}
