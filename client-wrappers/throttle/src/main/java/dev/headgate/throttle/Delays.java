package dev.headgate.throttle;

import dev.headgate.throttle.Attempt.Step;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** The calls that wait without a thread. The timer only hands over to the pool, where they are looked at. Thread-safe. */
final class Delays {
    private final Machinery machinery;
    private final Alarm alarm;
    private final Executor continuations;
    private final Set<DelayedCall> waiting = ConcurrentHashMap.newKeySet();

    Delays(Machinery machinery, Alarm alarm, Executor continuations) {
        this.machinery = machinery;
        this.alarm = alarm;
        this.continuations = continuations;
    }

    Scheduled schedule(Attempt attempt, Step begun) {
        if (begun != Step.WAIT) {
            attempt.finish();
            return begun == Step.GO ? DecidedCall.GOES : new DecidedCall(attempt.rejection());
        }
        attempt.tellHeld();
        DelayedCall call = newCall(attempt, true);
        try {
            call.arm();
            return call;
        } catch (Throwable broken) {
            call.abandon(broken);
            return DecidedCall.GOES;
        }
    }

    /** Has the ledger asked on the pool: it is far away, and the caller does not wait for the trip. */
    Scheduled scheduleFar(Attempt attempt) {
        DelayedCall call = newCall(attempt, false);
        try {
            continuations.execute(call);
            return call;
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            call.abandon(noThread);
            return DecidedCall.GOES;
        }
    }

    private DelayedCall newCall(Attempt attempt, boolean decided) {
        if (continuations instanceof ContinuationPool pool) {
            pool.expectWork();
        }
        DelayedCall call = new DelayedCall(this, attempt, decided);
        waiting.add(call);
        return call;
    }

    /** Has the call looked at, {@code nanos} from now or when Headgate is closed. */
    Runnable setAlarm(long nanos, DelayedCall call) {
        Runnable disarm = () -> {};
        try {
            disarm = alarm.set(nanos, () -> lookAt(call));
        } catch (RejectedExecutionException closed) {
            lookAt(call);
        }
        if (machinery.closed()) {
            lookAt(call);
        }
        return disarm;
    }

    void lookAt(DelayedCall call) {
        try {
            continuations.execute(call);
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            // On the wrong thread rather than never.
            call.run();
        }
    }

    void over(DelayedCall call) {
        waiting.remove(call);
    }

    boolean closed() {
        return machinery.closed();
    }

    /** All waiting calls are looked at, and see that Headgate is closed. */
    void close() {
        alarm.stop();
        waiting.forEach(this::lookAt);
    }
}
