package dev.headgate.okhttp;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Scheduled;
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

    /**
     * Returns how the call's wait really ended: one that found no place on its dispatcher was not cancelled by the program but is
     * refused, or goes if it need not wait any more.
     */
    public Outcome outcome(Outcome ended, Demand demand, @Nullable Patience patience, long deadlineNanos) {
        if (!full || !(ended instanceof Outcome.Cancelled) || call.isCanceled()) {
            return ended;
        }
        Scheduled now = demand.schedule(patience, deadlineNanos);
        Rejection rejection = now.rejection();
        if (rejection != null) {
            return new Outcome.Rejected(rejection);
        }
        if (now.waitNanos() == 0) {
            return Outcome.AT_ONCE;
        }
        now.cancel();
        long millis = (now.waitNanos() + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
        String name = demand.throttle().rule().name();
        return new Outcome.Rejected(new Rejection(
                name,
                Reason.QUEUE_FULL,
                millis,
                "Headgate rejected a call to '" + name + "': half of the " + maxRequests
                        + " calls that its OkHttp dispatcher runs at once are waiting already; come back in " + millis
                        + " ms, or raise Dispatcher.maxRequests"));
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
