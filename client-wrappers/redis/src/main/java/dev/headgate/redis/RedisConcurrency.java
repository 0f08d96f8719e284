package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * So many at once in all processes that share a prefix and a rule's name. A permit is a lease in Redis: the process renews what
 * it holds, and what a dead or stopped process held lapses. Thread-safe; a permit is given back exactly once, however often it
 * is closed.
 *
 * <p>Callers of one process are let in first come first served. Between processes there is no order of arrival: while several
 * have waiters, each has a right to its part of the limit, rounded down, and what is over goes round among them; a process hears
 * of room that another made when it next looks, after a quarter of the time that it has waited, 5 to 50 ms.
 *
 * <p>How many may be inside at once: the limit; and while an owner that was stopped for longer than its lease, or whose permits
 * Redis has forgotten, has not renewed them, as many more as it holds. It is told so ({@link Permit#hasLapsed()}), and nobody new
 * comes in until fewer are inside than the limit. While Redis is away each process lets in its share, beside what it holds.
 *
 * <p>One trip is under way at a time, for all callers of the process together. {@link #tick()} must be called when it asks for
 * it, and when {@code wake} was run; {@link LeaseDaemon} does.
 */
final class RedisConcurrency implements AutoCloseable {
    private static final long AFTER_A_FAULT = 1_000_000_000;

    private final PermitScript script;
    private final CommandRunner redis;
    private final PermitEvents events;
    private final TimeMeter clock;
    private final Runnable wake;
    private final ReentrantLock trips = new ReentrantLock(); // taken before `lock`, held across a trip
    private final ReentrantLock lock = new ReentrantLock();
    private final ConcurrencyState state;
    private long calmUntil;
    private boolean closed;

    /**
     * A limit of so many at once.
     *
     * @param atOnce 1 or more
     * @param revision of the file that says so; 0: none
     * @param redis may block for as long as its timeout, and is not called again for a while after it failed
     * @param shareOf how many of a limit this process may have inside while Redis is away; 0: nobody comes in
     * @param clock must not step
     * @param wake asks for a {@link #tick()} soon, on another thread
     */
    RedisConcurrency(
            int atOnce,
            long revision,
            PermitScript script,
            CommandRunner redis,
            IntUnaryOperator shareOf,
            PermitEvents events,
            TimeMeter clock,
            Runnable wake) {
        this.script = script;
        this.redis = redis;
        this.events = events;
        this.clock = clock;
        this.wake = wake;
        this.state = new ConcurrencyState(script, this::giveBack, shareOf, events);
        calmUntil = clock.currentTimeNanos();
        state.setLimit(positive(atOnce), revision, calmUntil);
    }

    /** A permit, if there is room and nobody in this process waits for it. One trip; none while Redis is away. */
    Optional<Permit> tryEnter() {
        Turn turn = Turn.now();
        List<Runnable> after = new ArrayList<>();
        boolean decided = locked(now -> {
            if (closed || state.turns.waiting() > 0) {
                turn.decide(null);
            } else {
                state.add(turn, now);
                admitAloneIfAway(now, after);
            }
            return turn.isDecided();
        });
        if (!decided) {
            trips.lock();
            try {
                while (!locked(now -> turn.isDecided())) {
                    trip(false, after);
                }
            } finally {
                trips.unlock();
            }
            if (locked(now -> !closed && state.nanosToTick(now) < calmUntil - now)) {
                wake.run();
            }
        }
        after.forEach(Runnable::run);
        return Optional.ofNullable(turn.permit());
    }

    /**
     * Queues for a permit. {@code whenInside} gets it, or {@code whenRefused} is run, as a rule on the thread that calls
     * {@link #tick()}; both must be quick and hand long work to somebody else.
     *
     * @param longest how long it may wait
     * @param whenRefused is run when that is over, or when this is closed
     */
    Turn enqueue(Duration longest, Consumer<Permit> whenInside, Runnable whenRefused) {
        Objects.requireNonNull(whenInside, "whenInside");
        Objects.requireNonNull(whenRefused, "whenRefused");
        Turn turn = Turn.waiting(clock.currentTimeNanos(), longest.toNanos(), whenInside, whenRefused, this::leave);
        boolean refused = locked(now -> {
            if (closed) {
                turn.decide(null);
            } else {
                state.add(turn, now);
            }
            return closed;
        });
        if (refused) {
            turn.tell(events);
        } else {
            wake.run();
        }
        return turn;
    }

    /** Changes how many may be inside at once; those inside stay, and nobody new comes in until fewer are. */
    void setLimit(int atOnce, long revision) {
        positive(atOnce);
        changed(now -> state.setLimit(atOnce, revision, now));
        wake.run();
    }

    /** Says that Redis answers again: what is held is told to it without further delay. */
    void redisAnswers() {
        changed(state::probeNow);
        wake.run();
    }

    /** How many may be inside at once, by the newest file of which this process has heard. */
    int getLimit() {
        return locked(now -> state.atOnceInForce());
    }

    /** How many of this process are inside now. */
    int getInside() {
        return locked(now -> state.book.inside());
    }

    /** How many were inside in the fleet when Redis was last asked. */
    int getFleetInside() {
        return locked(now -> state.fleetInside());
    }

    /** How many of this process wait now. */
    int getQueued() {
        return locked(now -> state.turns.waiting());
    }

    /** Does what is due, in at most one trip. Returns after how many nanoseconds something else will be. */
    long tick() {
        List<Runnable> after = new ArrayList<>();
        try {
            boolean due = locked(now -> {
                state.refuseOverdue(now, after);
                admitAloneIfAway(now, after);
                return !closed && state.nanosToTrip(now) <= 0;
            });
            if (due) {
                trips.lock();
                try {
                    trip(true, after);
                } finally {
                    trips.unlock();
                }
            }
            after.forEach(Runnable::run);
        } catch (RuntimeException | Error e) {
            events.failed(e);
            return AFTER_A_FAULT;
        }
        return locked(now -> {
            long nanos = closed ? Long.MAX_VALUE : state.nanosToTick(now);
            calmUntil = now + nanos;
            return nanos;
        });
    }

    /** Refuses all who wait and gives all back, those inside too, in at most one trip. */
    @Override
    public void close() {
        List<Runnable> after = new ArrayList<>();
        trips.lock();
        try {
            boolean tell = locked(now -> {
                closed = true;
                state.close(after);
                return state.book.hasGivenBack();
            });
            if (tell) {
                trip(false, after);
            }
        } finally {
            trips.unlock();
        }
        after.forEach(Runnable::run);
    }

    /** Makes one trip for all; while Redis is away only to probe. The caller holds {@link #trips}. */
    private void trip(boolean probing, List<Runnable> after) {
        ConcurrencyState.@Nullable Trip trip = locked(now -> {
            if (state.isAway() && !probing) {
                admitAloneIfAway(now, after);
                return null;
            }
            return state.begin(now);
        });
        if (trip == null) {
            return;
        }
        changed(ask(trip, after));
    }

    /** Asks Redis; returns what is to be done with what it says, or does not. */
    private LongConsumer ask(ConcurrencyState.Trip trip, List<Runnable> after) {
        try {
            PermitAnswer answer = PermitAnswer.of(redis.run(script.command(trip.words())), trip.words());
            return now -> state.arrived(trip, answer, now, after);
        } catch (RedisTroubleException | RuntimeException e) {
            return now -> state.failed(trip, e, now, after);
        }
    }

    private void admitAloneIfAway(long now, List<Runnable> after) {
        if (state.isAway()) {
            state.admitAlone(now, after);
        }
    }

    private void giveBack(Permit permit) {
        changed(now -> state.book.giveBack(permit));
        wake.run();
    }

    private boolean leave(Turn turn) {
        boolean left = locked(now -> state.turns.remove(turn));
        if (left) {
            wake.run();
        }
        return left;
    }

    /** Looks at the state or changes it, with the lock held; the time is read under it, so that it never goes back. */
    private <T extends @Nullable Object> T locked(LongFunction<T> step) {
        lock.lock();
        try {
            return step.apply(clock.currentTimeNanos());
        } finally {
            lock.unlock();
        }
    }

    private void changed(LongConsumer step) {
        locked(now -> {
            step.accept(now);
            return true;
        });
    }

    private static int positive(int atOnce) {
        if (atOnce < 1) {
            throw new IllegalArgumentException("atOnce must be at least 1, but is " + atOnce);
        }
        return atOnce;
    }
}
