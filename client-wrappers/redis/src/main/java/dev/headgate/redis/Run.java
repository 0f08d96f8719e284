package dev.headgate.redis;

import dev.headgate.redis.Awaited.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** One command of a batch, and whom its reply is for. Belongs to whoever has the connection. */
abstract class Run<S> {
    private boolean ended;

    /** Makes the command. */
    abstract Command command(long nowNanos);

    /**
     * Tells the reply.
     *
     * @param unwanted hears of slots for callers who have given up
     * @return what must be sent at once to get a decision; else null
     */
    final @Nullable Command read(@Nullable Object reply, BiConsumer<S, long[]> unwanted) {
        Command again = answered(reply, unwanted);
        ended = again == null;
        return again;
    }

    /** Tells that there is no usable reply; harmless if there was one. */
    final void fail(RedisTroubleException why) {
        if (!ended) {
            ended = true;
            failed(why);
        }
    }

    abstract @Nullable Command answered(@Nullable Object reply, BiConsumer<S, long[]> unwanted);

    abstract void failed(RedisTroubleException why);

    /** Asks of the same schedules. */
    static final class Asks<S> extends Run<S> {
        final List<S> schedules;
        private final Dialect<S> dialect;
        private final List<Asked<S>> callers = new ArrayList<>(4);
        private long tokens;
        private Dialect.@Nullable Question<S> question;

        Asks(Dialect<S> dialect, Asked<S> first) {
            this.dialect = dialect;
            schedules = first.schedules;
            callers.add(first);
            tokens = first.tokens();
        }

        /** Takes one more. Returns false if that would be too many. */
        boolean join(Asked<S> next) {
            long more = next.tokens();
            if (callers.size() >= Batch.MOST_ASKS || more > Batch.MOST_TOKENS - tokens) {
                return false;
            }
            callers.add(next);
            tokens += more;
            return true;
        }

        @Override
        Command command(long nowNanos) {
            List<Ask> asks = new ArrayList<>(callers.size());
            for (int i = 0; i < callers.size(); i++) {
                asks.add(callers.get(i).sentAt(nowNanos));
            }
            question = dialect.question(schedules, asks);
            return question.command();
        }

        @Override
        @Nullable
        Command answered(@Nullable Object reply, BiConsumer<S, long[]> unwanted) {
            if (question == null) {
                throw new IllegalStateException("An answer without a question");
            }
            Command again = question.read(reply);
            if (again != null) {
                return again;
            }
            List<Decision> decisions = question.decisions();
            if (decisions.size() != callers.size()) {
                throw new IllegalStateException(
                        callers.size() + " asks and " + decisions.size() + " decisions in one reply of Redis");
            }
            for (int i = 0; i < decisions.size(); i++) {
                Decision decision = decisions.get(i);
                if (!callers.get(i).answer(decision) && decision instanceof Decision.Slot slot) {
                    unwanted.accept(question.schedules().get(slot.schedule()), slot.ticket());
                }
            }
            return null;
        }

        @Override
        void failed(RedisTroubleException why) {
            for (int i = 0; i < callers.size(); i++) {
                callers.get(i).fail(why);
            }
            if (question != null) {
                question.failed(why);
            }
        }
    }

    /** Slots of one schedule that are given back: what cannot be given back counts as used. */
    static final class Cancels<S> extends Run<S> {
        private final Dialect<S> dialect;
        private final S schedule;
        private final List<long[]> tickets = new ArrayList<>(4);

        Cancels(Dialect<S> dialect, S schedule) {
            this.dialect = dialect;
            this.schedule = schedule;
        }

        void add(long[] ticket) {
            tickets.add(ticket);
        }

        @Override
        Command command(long nowNanos) {
            return dialect.cancel(schedule, tickets);
        }

        @Override
        @Nullable
        Command answered(@Nullable Object reply, BiConsumer<S, long[]> unwanted) {
            return dialect.cancelAgain(schedule, tickets, reply);
        }

        @Override
        void failed(RedisTroubleException why) {
            // Nobody waits for it.
        }
    }

    /** A command by itself. */
    static final class Alone<S> extends Run<S> {
        private final Awaited.Single single;

        Alone(Awaited.Single single) {
            this.single = single;
        }

        @Override
        Command command(long nowNanos) {
            return single.command;
        }

        @Override
        @Nullable
        Command answered(@Nullable Object reply, BiConsumer<S, long[]> unwanted) {
            single.answer(reply);
            return null;
        }

        @Override
        void failed(RedisTroubleException why) {
            single.fail(why);
        }
    }
}
