package dev.headgate.adapter.okhttp;

import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Scheduled;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okio.Timeout;

/**
 * An asynchronous call that waits outside of its dispatcher and is handed to it once: at its slot, when it lost its slot, or when
 * the program has cancelled it. Until then it keeps the JVM as the dispatcher's thread would. Thread-safe.
 */
final class HeldCall implements Scheduled.Continuation, Runnable {
    private final OkHttpCalls calls;
    private final CallInternals okhttp;
    private final Downstreams downstreams;
    private final Dispatcher dispatcher;
    private final Object asyncCall;
    private final Call call;
    private final Scheduled slot;
    private final long sinceNanos;
    private final Runnable needsTheJvmNoMore;

    HeldCall(
            OkHttpCalls calls,
            CallInternals okhttp,
            Downstreams downstreams,
            Dispatcher dispatcher,
            Object asyncCall,
            Call call,
            Scheduled slot,
            long sinceNanos) {
        this.calls = calls;
        this.okhttp = okhttp;
        this.downstreams = downstreams;
        this.dispatcher = dispatcher;
        this.asyncCall = asyncCall;
        this.call = call;
        this.slot = slot;
        this.sinceNanos = sinceNanos;
        this.needsTheJvmNoMore = DispatcherThreads.keepTheJvm(dispatcher) ? downstreams.stayAwake() : () -> {};
    }

    void begin() {
        calls.hold(dispatcher, call, this);
        slot.onSlot(this);
        // A cancel that came before the call could be found is not told again.
        if (call.isCanceled()) {
            run();
        }
    }

    @Override
    public void admitted() {
        long waited = downstreams.nanoTime() - sinceNanos;
        calls.spend(call, waited);
        Timeout timeout = call.timeout();
        if (timeout.timeoutNanos() > 0) {
            // The library starts its own timeout when the dispatcher runs the call.
            timeout.timeout(Math.max(1, timeout.timeoutNanos() - waited), TimeUnit.NANOSECONDS);
        }
        handOver();
    }

    @Override
    public void rejected(Rejection rejection) {
        calls.rejected(call, rejection);
        handOver();
    }

    /** Ends the wait early: the program has cancelled the call, and shall hear of it now and in OkHttp's own way. */
    @Override
    public void run() {
        if (slot.cancel()) {
            downstreams.continuations().execute(this::handOver);
        }
    }

    private void handOver() {
        calls.release(dispatcher, call);
        try {
            okhttp.enqueue(dispatcher, asyncCall);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException("OkHttp's dispatcher cannot be reached any more", impossible);
        } finally {
            needsTheJvmNoMore.run();
        }
    }
}
