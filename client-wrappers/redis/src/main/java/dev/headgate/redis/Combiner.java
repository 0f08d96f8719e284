package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.redis.Awaited.Asked;
import dev.headgate.throttle.DaemonThreads;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
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

    private final TimeMeter clock;
    private final LongSupplier timeout;
    private final Inbox inbox = new Inbox();
    private final AtomicBoolean connectionTaken = new AtomicBoolean();
    private final Batch<S> batch;
    private final Breaker breaker;
    private final Trips<S> trips;
    private final Courier courier;
    private final Thread prober;

    /**
     * @param timeout how long a caller waits, in nanoseconds
     * @param lines makes connections that are ready for asks
     */
    Combiner(TimeMeter clock, long timeout, Dialect<S> dialect, Lines lines, Breaker.Listener listener) {
        this(clock, () -> timeout, dialect, lines, listener);
    }

    /** @param timeout asked for each call and for each trip */
    Combiner(TimeMeter clock, LongSupplier timeout, Dialect<S> dialect, Lines lines, Breaker.Listener listener) {
        this.clock = clock;
        this.timeout = timeout;
        batch = new Batch<>(dialect, this::cancel);
        prober = DaemonThreads.thread("headgate-redis-connect", this::probe);
        breaker = new Breaker(clock, lines, listener, this::use, () -> LockSupport.unpark(prober));
        trips = new Trips<>(clock, timeout, breaker);
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

    /** Returns after how many nanoseconds the next try to reach Redis is due, if it cannot be asked; else 0. */
    long nanosToProbe() {
        return breaker.nanosToProbe();
    }

    /**
     * Gets one decision. While the first connection is being made that may take up to a second; what passes until the ask is
     * sent comes off the time that its slot may be away.
     *
     * @param patienceNanos how long the caller waits at most, also for the first connection; later never longer than the
     *     time-out. With less than that it still may be asked in vain, at the price of what was asked for
     * @throws RedisTroubleException if there is none within that time, or Redis is known not to answer
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
        return submit(new Awaited.Single(command), timeout.getAsLong());
    }

    private <R> @Nullable R submit(Awaited<R> wanted, long patienceNanos) throws RedisTroubleException {
        long patience = breaker.isClosed() ? patienceNanos : afterStart(patienceNanos);
        if (trips.isLate()) {
            throw late(patience);
        }
        // Who waits for less than the time-out says nothing about Redis, so he neither travels nor gives it up for
        // others.
        long timeoutNanos = timeout.getAsLong();
        boolean patient = patience >= timeoutNanos;
        long end = clock.currentTimeNanos() + Math.min(patience, timeoutNanos);
        if (patient && mayTravel() && connectionTaken.compareAndSet(false, true)) {
            try {
                batch.add(wanted);
                trips.make(batch);
            } finally {
                release();
            }
        } else {
            queue(wanted);
        }
        if (!wanted.await(clock, end)) {
            if (patient) {
                trips.giveUp();
            }
            throw late(patience);
        }
        return wanted.reply();
    }

    /** Waits for the first connection, if there was none yet. Returns how much patience is left. */
    private long afterStart(long patienceNanos) throws RedisTroubleException {
        long begun = clock.currentTimeNanos();
        breaker.awaitStart(patienceNanos);
        if (!breaker.isClosed()) {
            throw breaker.trouble();
        }
        return patienceNanos - (clock.currentTimeNanos() - begun);
    }

    private boolean mayTravel() {
        return courier.isAsleep() && inbox.isEmpty() && !VirtualThreads.current();
    }

    private RedisTroubleException late(long patienceNanos) {
        long waited = Math.max(0, Math.min(patienceNanos, timeout.getAsLong()));
        return new RedisTroubleException(
                "Redis did not answer within " + TimeUnit.NANOSECONDS.toMillis(waited) + " ms", null);
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
                trips.make(batch);
            }
        } finally {
            connectionTaken.set(false);
        }
        return true;
    }

    private void use(Line fresh) {
        trips.use(fresh);
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
        trips.close();
        serve();
    }
}
