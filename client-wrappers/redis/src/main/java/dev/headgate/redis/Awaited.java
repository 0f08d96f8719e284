package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Something that is to be sent and whose reply one thread waits for. Answered or given up once, whichever comes first. */
abstract class Awaited<R> extends Queued {
    private static final VarHandle STATE;
    private static final long OVERSLEPT_NANOS = 2_000_000;
    private static final long GRACE_NANOS = 5_000_000;
    private static final int WAITING = 0;
    private static final int ANSWERED = 1;
    private static final int GIVEN_UP = 2;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(Awaited.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Thread caller = Thread.currentThread();
    private volatile int state;
    private @Nullable R reply;
    private @Nullable RedisTroubleException trouble;

    /** Answers. Returns false if the caller has given up. */
    final boolean answer(@Nullable R found) {
        if (state != WAITING) {
            return false;
        }
        reply = found;
        return end();
    }

    /** Ends the wait without a reply; harmless if it has ended. */
    final void fail(RedisTroubleException why) {
        if (state == WAITING) {
            trouble = why;
            end();
        }
    }

    private boolean end() {
        if (!STATE.compareAndSet(this, WAITING, ANSWERED)) {
            return false;
        }
        if (caller != Thread.currentThread()) {
            LockSupport.unpark(caller);
        }
        return true;
    }

    final boolean isGivenUp() {
        return state == GIVEN_UP;
    }

    /**
     * Waits for the reply, at most until the clock shows {@code endNanos}. An interrupt does not end the wait and stays on the
     * thread.
     *
     * @return whether there is one, or trouble
     */
    final boolean await(TimeMeter clock, long endNanos) {
        boolean interrupted = false;
        boolean overslept = false;
        while (state == WAITING) {
            long left = endNanos - clock.currentTimeNanos();
            if (left > 0) {
                interrupted |= Parker.park(this, left);
            } else if (left < -OVERSLEPT_NANOS && !overslept) {
                // The whole process stood still, and with it whoever has the reply in his hands.
                overslept = true;
                interrupted |= Parker.park(this, GRACE_NANOS);
            } else {
                STATE.compareAndSet(this, WAITING, GIVEN_UP);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return state == ANSWERED;
    }

    /** Returns the reply, once this is answered. */
    final @Nullable R reply() throws RedisTroubleException {
        if (trouble != null) {
            throw trouble;
        }
        return reply;
    }

    /** A call that wants a decision. */
    static final class Asked<S> extends Awaited<Decision> {
        final List<S> schedules;
        final Ask ask;
        private final long askedNanos;

        Asked(List<S> schedules, Ask ask, long nowNanos) {
            askedNanos = nowNanos;
            this.schedules = schedules;
            this.ask = ask;
        }

        /** Returns the ask as it is when it is sent now: the wait that is left has become shorter. */
        Ask sentAt(long nowNanos) {
            long waitedMicros = (nowNanos - askedNanos) / 1000;
            long left = ask.maxWaitMicros();
            return left <= 0 || waitedMicros <= 0
                    ? ask
                    : new Ask(ask.costs(), Math.max(0, left - waitedMicros), ask.leaving());
        }

        /** Returns how many tokens it is about, by the limit that is asked for most. */
        long tokens() {
            long most = 0;
            for (long[] costs : ask.costs()) {
                for (long cost : costs) {
                    most = Math.max(most, cost);
                }
            }
            return most;
        }
    }

    /** A command by itself. */
    static final class Single extends Awaited<Object> {
        final Command command;

        Single(Command command) {
            this.command = command;
        }
    }
}
