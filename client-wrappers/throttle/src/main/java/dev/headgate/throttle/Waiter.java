package dev.headgate.throttle;

import java.util.concurrent.locks.LockSupport;

/**
 * Parks the threads of calls that wait for their slot; nothing else of Headgate parks a thread. No lock is held meanwhile. A
 * wait is cut into slices, so that a cancel, an interrupt or the closing of Headgate is heard within one of them.
 */
final class Waiter {
    private static final long SLICE_NANOS = 50_000_000;

    /** As threads sleep outside of tests. */
    static final Parking PARKING = (blocker, nanos) -> LockSupport.parkNanos(blocker, nanos);

    private final Machinery machinery;
    private final Parking parking;

    Waiter(Machinery machinery, Parking parking) {
        this.machinery = machinery;
        this.parking = parking;
    }

    /** Waits until the attempt has ended, and ends it. */
    Outcome await(Attempt attempt, Attempt.Step begun, Cancellation cancellation) {
        try {
            Attempt.Step step = begun;
            while (step == Attempt.Step.WAIT) {
                if (Thread.interrupted()) {
                    attempt.giveUp();
                    return new Outcome.Interrupted();
                }
                if (cancellation.cancelled()) {
                    Rejection refusal = cancellation.refusal(attempt.downstream(), attempt.slotNanos());
                    if (refusal != null) {
                        step = attempt.refuse(refusal);
                        continue;
                    }
                    attempt.giveUp();
                    return new Outcome.Cancelled();
                }
                attempt.tellHeld();
                long nanos = attempt.waitNanos();
                if (nanos > 0 && !machinery.closed()) {
                    parking.park(this, Math.min(SLICE_NANOS, nanos));
                } else {
                    step = attempt.wake();
                }
            }
        } catch (Throwable broken) {
            attempt.failOpen(broken);
            return Outcome.AT_ONCE;
        }
        attempt.finish();
        Rejection rejection = attempt.rejection();
        return rejection == null ? new Outcome.Admitted(attempt.waitedNanos()) : new Outcome.Rejected(rejection);
    }
}
