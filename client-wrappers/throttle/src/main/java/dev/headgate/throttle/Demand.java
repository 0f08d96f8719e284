package dev.headgate.throttle;

import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.signal.ResponseReader;
import org.jspecify.annotations.Nullable;

/**
 * What one call takes: from which limits of which rules, how much. It holds no place and may be used for several calls of the
 * same kind. Thread-safe.
 */
public interface Demand {
    /** Returns the downstream whose rule was matched. */
    Throttle throttle();

    /**
     * Asks for a slot and waits for it on this thread. Nothing is spent unless the outcome is {@link Outcome.Admitted}.
     *
     * @param patience what hops of the same program call have waited before; null if this is its first
     * @param deadlineNanos nanoseconds that the call's own timeout lets it wait, see {@link Patience#ofTimeout};
     *     {@link Long#MAX_VALUE} if it has none. A wait that does not fit is refused at once
     * @param cancellation asked at least every 50 ms while waiting
     */
    Outcome acquire(@Nullable Patience patience, long deadlineNanos, Cancellation cancellation);

    /**
     * Asks for a slot and never waits.
     *
     * @param patience as in {@link #acquire}
     * @param deadlineNanos as in {@link #acquire}
     */
    Scheduled schedule(@Nullable Patience patience, long deadlineNanos);

    /**
     * Asks for a slot that is now; where the call would have to wait it goes at once and later calls pay. For calls that hold
     * what others need, as a connection, but may still be refused.
     *
     * @param patience as in {@link #acquire}
     * @param deadlineNanos as in {@link #acquire}
     * @return null if the call goes
     */
    @Nullable
    Rejection goOrOwe(@Nullable Patience patience, long deadlineNanos);

    /**
     * Returns the same for a call that its client makes again by itself after it failed: where the retry budget is used up, it
     * is rejected at once.
     */
    Demand asRetry();

    /**
     * Tells what was answered on the wire to a call that took this, or had to. Never throws, never waits; an answer that says
     * nothing of interest costs next to nothing.
     *
     * @param asks reads requests of this client's type
     * @param request the request as it went on the wire
     * @param answers reads responses of this client's type
     * @param response what came; only its status and headers are read
     */
    <Q, R> void answered(HttpReader<Q> asks, Q request, ResponseReader<R> answers, R response);

    /**
     * As {@link #answered}, of a call that ended without an answer.
     *
     * @param thrown what the client threw; what ended by the program's own will, or by a rejection of ours, tells nothing
     */
    <Q> void failed(HttpReader<Q> asks, Q request, Throwable thrown);

    /**
     * Tells what became of a call that has no request: one of a pool, or of the program itself.
     *
     * @param thrown what it threw; null: it was served
     */
    void ended(@Nullable Throwable thrown);

    /** Charges the call although it goes anyway; later calls pay. For calls that must not wait. */
    void owe();
}
