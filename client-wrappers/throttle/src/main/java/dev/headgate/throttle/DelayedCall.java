package dev.headgate.throttle;

import dev.headgate.throttle.Attempt.Step;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A call that waits without a thread, for its slot or first for the answer of a ledger that is far away. Its attempt belongs to
 * whoever moved the state away from {@link #WAITING}: the pool's thread that looks at it when the timer rang, or the one that
 * cancels. So exactly one of continuation and cancel happens.
 */
final class DelayedCall implements Scheduled, Runnable {
    private static final int WAITING = 0;
    private static final int DECIDING = 1;
    private static final int CANCELLED = 2;
    private static final int DECIDED = 3;

    /** Stands for the continuation of a call whose time has come before it was told how to go on. */
    private static final Continuation NOT_TOLD = new Continuation() {
        @Override
        public void admitted() {}

        @Override
        public void rejected(Rejection rejection) {}
    };

    private final Delays delays;
    private final Attempt attempt;
    private final long waitNanos;
    private final boolean decided;
    private final AtomicInteger state = new AtomicInteger(WAITING);
    private final AtomicReference<@Nullable Continuation> next = new AtomicReference<>();
    private final AtomicBoolean wentOn = new AtomicBoolean();
    private volatile Runnable disarm = () -> {};

    /** Whether the ledger was asked; belongs to the owner of the attempt. */
    private boolean begun;

    /**
     * Makes a call.
     *
     * @param decided false: the attempt has not begun, and {@link #run} shall begin it
     */
    DelayedCall(Delays delays, Attempt attempt, boolean decided) {
        this.delays = delays;
        this.attempt = attempt;
        this.decided = decided;
        this.begun = decided;
        this.waitNanos = decided ? Math.max(1, attempt.slotNanos()) : 1;
    }

    @Override
    public boolean isDecided() {
        return decided;
    }

    @Override
    public long waitNanos() {
        return waitNanos;
    }

    @Override
    public @Nullable Rejection rejection() {
        return null;
    }

    @Override
    public void onSlot(Continuation continuation) {
        if (next.compareAndSet(null, continuation)) {
            return;
        }
        if (!next.compareAndSet(NOT_TOLD, continuation)) {
            throw new IllegalStateException("How the call goes on was set before");
        }
        delays.lookAt(this);
    }

    @Override
    public boolean cancel() {
        if (state.compareAndSet(WAITING, CANCELLED)) {
            disarm.run();
            giveUp();
            return true;
        }
        return state.compareAndSet(DECIDING, CANCELLED);
    }

    /** Sets the timer; afterwards the attempt belongs to {@link #run} and {@link #cancel}. */
    void arm() {
        disarm = delays.setAlarm(attempt.waitNanos(), this);
    }

    /** Looks at the call: on the pool, when the timer rang or the last piece that was missing came. */
    @Override
    public void run() {
        int now = state.get();
        if (now == DECIDED) {
            goOn();
        } else if (now == CANCELLED) {
            // Perhaps while the timer was set once more, which made the call known again.
            delays.over(this);
        } else if (state.compareAndSet(WAITING, DECIDING)) {
            if (begun && next.get() == null && attempt.slotNanos() <= 0 && !delays.closed()) {
                stayUntold();
            } else {
                decide();
            }
        }
    }

    private void decide() {
        Step step = begun ? attempt.wake() : attempt.begin();
        begun = true;
        if (step == Step.WAIT) {
            attempt.tellHeld();
            stay();
        } else if (state.compareAndSet(DECIDING, DECIDED)) {
            delays.over(this);
            attempt.finish();
            if (!next.compareAndSet(null, NOT_TOLD)) {
                goOn();
            }
        } else {
            giveUp();
        }
    }

    private void stay() {
        long nanos = attempt.waitNanos();
        if (!state.compareAndSet(DECIDING, WAITING)) {
            giveUp();
            return;
        }
        try {
            disarm = delays.setAlarm(nanos, this);
        } catch (Throwable broken) {
            if (abandon(broken) && !next.compareAndSet(null, NOT_TOLD)) {
                goOn();
            }
        }
    }

    /** Lets the call go because it cannot be delayed; false if that was decided otherwise before. */
    boolean abandon(Throwable broken) {
        boolean waiting = state.compareAndSet(WAITING, DECIDED);
        if (waiting) {
            delays.over(this);
            attempt.failOpen(broken);
        }
        return waiting;
    }

    /** Its time has come and nobody has said how it goes on: it must not keep others out of the queue. */
    private void stayUntold() {
        attempt.leave();
        delays.over(this);
        if (!state.compareAndSet(DECIDING, WAITING)) {
            giveUp();
        } else if (!next.compareAndSet(null, NOT_TOLD)) {
            delays.lookAt(this);
        }
    }

    private void giveUp() {
        delays.over(this);
        attempt.giveUp();
    }

    private void goOn() {
        Continuation continuation = next.get();
        if (continuation == null || continuation == NOT_TOLD || !wentOn.compareAndSet(false, true)) {
            return;
        }
        Rejection rejection = attempt.rejection();
        if (rejection == null) {
            continuation.admitted();
        } else {
            continuation.rejected(rejection);
        }
    }
}
