package dev.headgate.throttle;

import dev.headgate.throttle.key.Key;
import java.util.List;

/**
 * Keeps what every budget has given and decides who goes when. In this process that is {@link LocalLedger}; a ledger that is
 * far away may gather the requests of many threads and decide them in one trip, in order of arrival, under one time. Whoever
 * is served is served in the order of arrival here. Thread-safe.
 */
public interface Ledger {
    /** The schedule of one budget for one key. Means something only to the ledger that made it. */
    interface Account {
        /** Returns true if a decision about it is a trip, for which its caller waits. */
        default boolean isFar() {
            return false;
        }
    }

    /** The schedules of one budget. */
    interface Book {
        /** Returns the schedule of a key; beyond the rule's {@code max-keys} new keys share one. */
        Account account(Key key);
    }

    /** Returns the schedules of a budget; they live as long as the ledger. */
    Book open(Budget budget);

    /**
     * Decides a request. What can go now takes all its charges in one step, all or none. What has to wait takes only the charge
     * whose slot is latest.
     *
     * @param maxWaitNanos how far away a slot may be; 0: now or not at all
     */
    Answer decide(Request request, long maxWaitNanos);

    /** Returns after what time a request would go at once if nobody else called; 0: now. Takes nothing. */
    long comeBackNanos(Request request);

    /**
     * Gives a slot back. Returns false if it is due: then it counts as used. At most once for a slot. Never waits for a trip: a
     * ledger that is far away returns true when the slot was not due when it was asked.
     */
    boolean cancel(Answer.Slot slot);

    /** Takes all charges, whether they fit or not; later calls pay. */
    void owe(Request request);

    /**
     * Hears what became of calls that took such a request, or had to. It is about the rule of the request; a pause of the key is
     * one of the rule where the request has no charge of a key. Never waits for a trip: a ledger that is far away takes it along
     * on the next one.
     */
    void report(Request request, Feedback feedback);

    /**
     * Returns how long a pause still keeps a request from going, in nanoseconds, as far as it is known here without a trip; 0:
     * there is none. For who was given a slot before the pause began.
     *
     * @param held what the call has: if it is the one that tries whether a pause is over, that pause does not hold it
     */
    long pausedNanos(Request request, List<Answer.Slot> held);

    /** Returns how calls of the request's rule come back, as far as it is known here without a trip. */
    Pace paceOf(Request request);
}
