package dev.headgate.okhttp;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Rejection;
import java.io.IOException;
import java.io.InterruptedIOException;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/**
 * One wait of one call on the current thread: ends when the call is cancelled, and never begins on a dispatcher's thread where
 * half of the dispatcher waits already. Belongs to one thread. For this library and the agent.
 */
public final class CallWait implements Cancellation {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Call call;
    private final @Nullable DispatcherPlaces places;
    private final int maxRequests;
    private boolean entered;
    private boolean full;

    /**
     * Makes a wait that has not begun.
     *
     * @param places those of the call's dispatcher; null if they are not counted
     * @param maxRequests what the dispatcher runs at once
     */
    public CallWait(Call call, @Nullable DispatcherPlaces places, int maxRequests) {
        this.call = call;
        this.places = places;
        this.maxRequests = maxRequests;
    }

    // Asked only while the call waits, so that a call that goes at once takes no place.
    @Override
    public boolean cancelled() {
        if (places != null && !entered && !full && DispatcherPlaces.onDispatcherThread()) {
            entered = places.enter(maxRequests);
            full = !entered;
        }
        return full || call.isCanceled();
    }

    /** Gives the dispatcher's place back. */
    public void end() {
        if (entered && places != null) {
            places.leave();
            entered = false;
        }
    }

    /** One that found no place on its dispatcher was not cancelled by the program. */
    @Override
    public @Nullable Rejection refusal(String downstream, long waitNanos) {
        if (!full || call.isCanceled()) {
            return null;
        }
        long millis = Math.max(1, (waitNanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
        return new Rejection(
                downstream,
                Reason.QUEUE_FULL,
                millis,
                downstream + ": half of the " + maxRequests
                        + " calls that this OkHttp dispatcher runs at once are waiting already; come back in " + millis
                        + " ms, or raise Dispatcher.maxRequests");
    }

    /**
     * Returns what OkHttp itself would throw for a call that ended so, or null if the call goes. The thread is interrupted again
     * if it was.
     */
    public static @Nullable IOException failure(Outcome outcome) {
        if (outcome instanceof Outcome.Admitted) {
            return null;
        }
        if (outcome instanceof Outcome.Rejected) {
            return ((Outcome.Rejected) outcome).rejection().toIOException();
        }
        if (outcome instanceof Outcome.Interrupted) {
            Thread.currentThread().interrupt();
            return new InterruptedIOException("interrupted");
        }
        return new IOException("Canceled");
    }
}
