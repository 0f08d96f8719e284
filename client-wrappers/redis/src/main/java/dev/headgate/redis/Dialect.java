package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How what is asked becomes commands, and replies become decisions. Used by whoever has the connection, so by one thread at a
 * time, with what the one before did seen by the next.
 *
 * @param <S> a schedule; asks of equal lists of schedules share a question, so its {@code equals} must be quick
 */
interface Dialect<S> {
    /** Puts asks together, in the order in which they are to be decided. */
    Question<S> question(List<S> schedules, List<Ask> asks);

    /** Gives slots back. */
    Command cancel(S schedule, List<long[]> tickets);

    /**
     * Reads the reply to {@link #cancel}, or to what this returned before.
     *
     * @return what must be sent at once, since nothing was done; else null
     */
    @Nullable
    Command cancelAgain(S schedule, List<long[]> tickets, @Nullable Object reply);

    /** Some asks of the same schedules, from just before they are sent until their decisions are there. */
    interface Question<S> {
        /** Makes the command, which is sent at once. */
        Command command();

        /**
         * Reads a reply.
         *
         * @return what must be sent now, since nothing was decided; null: the decisions are there
         * @throws RuntimeException if it is no reply to this
         */
        @Nullable
        Command read(@Nullable Object reply);

        /** One for each ask. */
        List<Decision> decisions();

        /** The schedules that {@link Decision.Slot#schedule} counts in. */
        List<S> schedules();

        /** Tells that there will be no decisions, though the command may have been carried out; if Redis said why, that is the cause. */
        void failed(RedisTroubleException why);
    }
}
