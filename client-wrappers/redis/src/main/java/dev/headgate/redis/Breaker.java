package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether Redis can be asked, and makes the connections: the first one, and after each outage a new one. It opens on the
 * first lost trip, so that no thread pays for one outage twice, and a new connection is tried at once: a hiccup is over after
 * one round. From then on, and when the breaker opens again soon, one is tried each second. Thread-safe.
 */
final class Breaker {
    /** From the beginning of one try to that of the next. */
    static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** How long after its start calls wait for the first connection. */
    static final long START_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** When nothing is due. */
    static final long NEVER = Long.MAX_VALUE;

    enum State {
        /** The first connection is being made. */
        STARTING,
        /** Redis answers. */
        CLOSED,
        /** Redis does not answer. */
        OPEN,
        /** There will be no more connections. */
        ENDED
    }

    /** Hears of each change once, in order, on the daemon thread that makes the connections. */
    interface Listener {
        /** Redis cannot be asked any more, or not yet. */
        void opened(RedisTroubleException why);

        /** Redis can be asked: for the first time, or again. */
        void closed();
    }

    private final TimeMeter clock;
    private final Lines lines;
    private final Listener listener;
    private final Consumer<Line> use;
    private final Runnable wake;
    private final long startNanos;
    private final CountDownLatch started = new CountDownLatch(1);

    private volatile State state = State.STARTING;
    private volatile RedisTroubleException trouble = new RedisTroubleException("Redis has not been reached yet", null);
    private boolean told;
    private volatile long probedNanos;

    /**
     * @param lines makes connections that are ready: authenticated, answering, with scripts loaded
     * @param use gets each connection before the breaker closes
     * @param wake wakes the thread that calls {@link #step}
     */
    Breaker(TimeMeter clock, Lines lines, Listener listener, Consumer<Line> use, Runnable wake) {
        this.clock = clock;
        this.lines = lines;
        this.listener = listener;
        this.use = use;
        this.wake = wake;
        startNanos = clock.currentTimeNanos();
        probedNanos = startNanos - PROBE_NANOS;
    }

    State state() {
        return state;
    }

    boolean isClosed() {
        return state == State.CLOSED;
    }

    /** Why Redis cannot be asked, if it cannot. */
    RedisTroubleException trouble() {
        return trouble;
    }

    /** Returns after how many nanoseconds the next try is due; 0: now, or none is needed. */
    long nanosToProbe() {
        return isClosed() ? 0 : Math.max(0, probedNanos + PROBE_NANOS - clock.currentTimeNanos());
    }

    /** Says that Redis does not answer. Harmless if that is known. */
    void open(RedisTroubleException why) {
        if (isClosed()) {
            trouble = why;
            if (change(State.CLOSED, State.OPEN)) {
                wake.run();
            }
        }
    }

    /** Makes no more connections. */
    void end() {
        trouble = new RedisTroubleException("The connection to Redis was closed", null);
        change(state, State.ENDED);
        started.countDown();
        wake.run();
    }

    /**
     * Waits for the first try to make a connection to end, well or not, at most {@code nanos} and until a second after the
     * start. An interrupt does not end the wait and stays on the thread.
     */
    void awaitStart(long nanos) {
        boolean interrupted = false;
        long end = clock.currentTimeNanos() + nanos;
        while (state == State.STARTING) {
            long now = clock.currentTimeNanos();
            long left = Math.min(end - now, startNanos + START_NANOS - now);
            try {
                if (left <= 0 || started.await(left, TimeUnit.NANOSECONDS)) {
                    break;
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Does what is due. By one thread. Returns after how many nanoseconds something will be due, or {@link #NEVER}. */
    long step() {
        State seen = state;
        if (seen == State.CLOSED || seen == State.ENDED) {
            return NEVER;
        }
        if (seen == State.OPEN) {
            tell();
        }
        long now = clock.currentTimeNanos();
        long due = probedNanos + PROBE_NANOS - now;
        if (due > 0) {
            return due;
        }
        probedNanos = now;
        RedisTroubleException failure = probe(seen);
        if (failure == null) {
            told = false;
            listener.closed();
            return 0;
        }
        if (seen == State.STARTING) {
            trouble = failure;
            change(State.STARTING, State.OPEN);
            started.countDown();
        }
        return 0;
    }

    // Only ENDED is for good.
    private synchronized boolean change(State from, State to) {
        if (state != from && to != State.ENDED) {
            return false;
        }
        state = to;
        return true;
    }

    private void tell() {
        if (!told) {
            told = true;
            listener.opened(trouble);
        }
    }

    private @Nullable RedisTroubleException probe(State seen) {
        Line line;
        try {
            line = lines.open();
        } catch (LineBrokenException e) {
            return new RedisTroubleException(String.valueOf(e.getMessage()), e);
        } catch (RuntimeException e) {
            return new RedisTroubleException("Redis cannot be reached: " + e, e);
        }
        use.accept(line);
        if (change(seen, State.CLOSED)) {
            started.countDown();
            return null;
        }
        line.close();
        return trouble;
    }
}
