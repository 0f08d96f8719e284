package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.redis.Awaited.Asked;
import dev.headgate.throttle.DaemonThreads;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Many threads, one connection. A platform thread that finds it free and nobody waiting makes its own trip. Everybody else, and
 * every virtual thread (whose interrupt would close the socket), queues for the {@link Courier}, which sends all that waits as
 * one {@link Batch}. A caller waits at most the time-out; what was sent for it then stays sent, and a slot that comes for it is
 * given back. What gets no reply is never sent again. Thread-safe.
 *
 * @param <S> a schedule, as its {@link Dialect} knows it
 */
final class Combiner<S> implements AutoCloseable {
    private static final long CLOSE_MILLIS = 100;
    private static final int STUCK_AFTER_TIMEOUTS = 2;
    /** What is sent, and what must be sent at once because of the replies, and because of the replies to that. */
    private static final int MOST_ROUNDS = 3;

    private static final RedisTroubleException RESTLESS =
            new RedisTroubleException("What Redis keeps of a rule changes faster than it is read", null);

    private final TimeMeter clock;
    private final long timeoutNanos;
    private final Inbox inbox = new Inbox();
    private final AtomicBoolean connectionTaken = new AtomicBoolean();
    private final Batch<S> batch;
    private final Breaker breaker;
    private final Courier courier;
    private final Thread prober;

    private volatile @Nullable Line line;
    private volatile long tripBegunNanos;
    /** Odd while a trip is under way. */
    private volatile long trips;
    /** The trip that somebody has already waited for in vain. */
    private volatile long lateTrip = -1;

    /**
     * @param timeout how long a caller waits, in nanoseconds
     * @param lines makes connections that are ready for asks
     */
    Combiner(TimeMeter clock, long timeout, Dialect<S> dialect, Lines lines, Breaker.Listener listener) {
        this.clock = clock;
        this.timeoutNanos = timeout;
        batch = new Batch<>(dialect, this::cancel);
        prober = DaemonThreads.thread("headgate-redis-connect", this::probe);
        breaker = new Breaker(clock, lines, listener, fresh -> line = fresh, () -> LockSupport.unpark(prober));
        courier = new Courier(clock, this::serve, this::canServe);
    }

    /** Starts the threads, which make the first connection. Once. */
    void start() {
        courier.start();
        prober.start();
    }

    /** Returns whether Redis can be asked. */
    boolean isClosed() {
        return breaker.isClosed();
    }

    /**
     * Gets one decision.
     *
     * @param patienceNanos how long to wait for the first connection, if that is still being made, and at most a second. In the
     *     same way as all that passes before the ask is sent this comes off the time that its slot may be away
     * @throws RedisTroubleException if there is none within the time-out, or Redis is known not to answer
     */
    Decision decide(List<S> schedules, Ask ask, long patienceNanos) throws RedisTroubleException {
        Asked<S> asked = new Asked<>(schedules, ask, clock.currentTimeNanos());
        return Objects.requireNonNull(submit(asked, patienceNanos));
    }

    /** Gives a slot back, as far as that succeeds. Does not wait. */
    void cancel(S schedule, long[] ticket) {
        if (breaker.isClosed()) {
            queue(new Queued.Unwanted<>(schedule, ticket));
        }
    }

    /**
     * Sends a command by itself, with what is under way.
     *
     * @return the reply, as {@link Line#call} gives it
     * @throws RedisTroubleException as {@link #decide} does, also if Redis answers with an error
     */
    @Nullable
    Object send(Command command) throws RedisTroubleException {
        return submit(new Awaited.Single(command), timeoutNanos);
    }

    private <R> @Nullable R submit(Awaited<R> wanted, long patienceNanos) throws RedisTroubleException {
        if (!breaker.isClosed()) {
            breaker.awaitStart(patienceNanos);
            if (!breaker.isClosed()) {
                throw breaker.trouble();
            }
        }
        if (lateTrip == trips) {
            freeIfStuck();
            throw late();
        }
        long end = clock.currentTimeNanos() + timeoutNanos;
        if (mayTravel() && connectionTaken.compareAndSet(false, true)) {
            try {
                batch.add(wanted);
                trip();
            } finally {
                release();
            }
        } else {
            queue(wanted);
        }
        if (!wanted.await(clock, end)) {
            long trip = trips;
            if (isUnderWay(trip)) {
                lateTrip = trip;
                freeIfStuck();
            }
            throw late();
        }
        return wanted.reply();
    }

    private boolean mayTravel() {
        return courier.isAsleep() && inbox.isEmpty() && !VirtualThreads.current();
    }

    private RedisTroubleException late() {
        return new RedisTroubleException(
                "Redis did not answer within " + TimeUnit.NANOSECONDS.toMillis(timeoutNanos) + " ms", null);
    }

    // Reads end by themselves; a write to a peer that takes nothing does not.
    private void freeIfStuck() {
        Line stuck = line;
        if (stuck != null
                && isUnderWay(trips)
                && clock.currentTimeNanos() - tripBegunNanos > STUCK_AFTER_TIMEOUTS * timeoutNanos) {
            stuck.close();
        }
    }

    private static boolean isUnderWay(long trip) {
        return (trip & 1) != 0;
    }

    private void queue(Queued queued) {
        inbox.add(queued);
        // Whoever has the connection looks for what waits when it gives it back.
        if (!connectionTaken.get()) {
            courier.wake();
        }
    }

    private void release() {
        connectionTaken.set(false);
        if (!inbox.isEmpty()) {
            courier.wake();
        }
    }

    private boolean canServe() {
        return !inbox.isEmpty() && !connectionTaken.get();
    }

    /** Makes trips until nothing waits. Returns whether there was anything. */
    private boolean serve() {
        if (inbox.isEmpty() || !connectionTaken.compareAndSet(false, true)) {
            return false;
        }
        try {
            while (batch.gather(inbox)) {
                trip();
            }
        } finally {
            connectionTaken.set(false);
        }
        return true;
    }

    private void trip() {
        Line current = line;
        if (current == null || !breaker.isClosed()) {
            batch.end(breaker.trouble());
            return;
        }
        long trip = trips;
        tripBegunNanos = clock.currentTimeNanos();
        trips = trip + 1;
        RedisTroubleException trouble = talk(current);
        trips = trip + 2;
        if (trouble != null) {
            current.close();
            // Before the breaker opens: then there may be a new one at once.
            line = null;
            breaker.open(trouble);
        }
        batch.end(trouble == null ? RESTLESS : trouble);
    }

    /** Sends and reads, and whether that was in vain. */
    private @Nullable RedisTroubleException talk(Line current) {
        try {
            List<Command> commands = batch.commands(tripBegunNanos);
            RedisTroubleException outage = null;
            for (int i = 0; i < MOST_ROUNDS && outage == null && !commands.isEmpty(); i++) {
                long left = tripBegunNanos + timeoutNanos - clock.currentTimeNanos();
                outage = batch.read(current.call(commands, left));
            }
            return outage;
        } catch (LineBrokenException e) {
            return new RedisTroubleException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException | Error e) {
            return new RedisTroubleException("The connection to Redis broke: " + e, e);
        }
    }

    private void probe() {
        while (breaker.state() != Breaker.State.ENDED) {
            long nanos;
            try {
                nanos = breaker.step();
            } catch (RuntimeException | Error e) {
                // Whoever listens to the breaker must not end it.
                nanos = Breaker.PROBE_NANOS;
            }
            if (nanos > 0) {
                Parker.park(this, nanos);
            }
        }
    }

    /** Sends what waits, if that can be done in a moment, and closes the connection. */
    @Override
    public void close() {
        courier.end();
        courier.join(CLOSE_MILLIS);
        breaker.end();
        Line current = line;
        if (current != null) {
            current.close();
        }
        serve();
    }
}
