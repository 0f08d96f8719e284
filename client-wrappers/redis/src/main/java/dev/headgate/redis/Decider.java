package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Redis, as the ledger asks it. Thread-safe. */
interface Decider extends AutoCloseable {
    /** Connects, on threads of its own. Once. */
    void start();

    /**
     * Gets one decision.
     *
     * @param schedules one for each array of costs of the ask
     * @param patienceNanos how long the caller can wait for the answer
     * @throws RedisTroubleException if there is none in time, or Redis is known not to answer, or it answered with an error
     */
    Decision decide(List<Schedule> schedules, Ask ask, long patienceNanos) throws RedisTroubleException;

    /** Gives a slot back, as far as that succeeds. Does not wait. */
    void cancel(Schedule schedule, long[] ticket);

    /**
     * Sends a command by itself.
     *
     * @throws RedisTroubleException as {@link #decide} does
     */
    @Nullable
    Object send(Command command) throws RedisTroubleException;

    /** Returns whether Redis can be asked. */
    boolean isUp();

    /** Returns after how many nanoseconds somebody looks next whether Redis can be asked, if it cannot; 1 or more. */
    long nanosToProbe();

    /** Sends what waits, if that can be done in a moment, and ends. */
    @Override
    void close();
}
