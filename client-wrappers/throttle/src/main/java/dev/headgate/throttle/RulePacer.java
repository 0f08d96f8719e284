package dev.headgate.throttle;

import dev.headgate.limiter.Pacing;
import dev.headgate.limiter.TimeMeter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The {@link Pacer} of one rule at work: it hears of calls that went and of what became of them, and holds calls back in the
 * rule's lead schedule. Thread-safe; who is let go takes no lock, but now and then one that is free.
 */
final class RulePacer {
    /** How long a call that tries after a pause has before the next one tries. */
    static final long LEASE_NANOS = TimeUnit.SECONDS.toNanos(10);

    /** Calls that went are told to the pacer at least this often, as long as there are any. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long PARTS = 1_000_000;
    private static final int LATE_PART_OF_PAUSE = 10;

    private final TimeMeter clock;
    private final @Nullable RandomGenerator random;
    private final Pacer pacer;
    private final LongAdder untold = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final ReentrantLock lock = new ReentrantLock();

    private volatile long lookAt;

    /** Whether it does not matter when it hears of a call that was served. */
    private volatile boolean calm = true;

    /** Set once, before the first call. */
    private volatile @Nullable Pacing lead;

    /** Whether it holds calls back, or only knows how it would. */
    private boolean acts = true;

    private long tightest;
    private long gap;
    private boolean probed;

    /** Whether this process is one of several that were told the same instant and cannot ask each other. */
    private boolean oneOfSeveral;

    private final boolean jitter;

    /** Which part of what is allowed pauses end later here; one draw for all pauses that follow each other. */
    private long lateParts;

    private long quietAt;

    /** @param random draws how late the first call after a pause is; null: it is not late */
    RulePacer(Rule rule, TimeMeter clock, @Nullable RandomGenerator random) {
        this.clock = clock;
        this.random = random;
        this.pacer = new Pacer(
                TimeUnit.SECONDS.toNanos(1),
                0,
                Pacer.ONE_A_SECOND,
                rule.backoff().adaptive());
        this.jitter = rule.backoff().jitter() == Backoff.Jitter.FULL;
        this.lookAt = clock.currentTimeNanos();
        this.quietAt = lookAt;
    }

    /** Holds calls back there from now on. */
    void lead(Pacing schedule, long tightestPace) {
        lead = schedule;
        tightest = tightestPace;
        pacer.terms(tightestPace, Pacer.ONE_A_SECOND);
    }

    /** So many calls were given a slot; less than 0: gave it back. */
    void went(long calls) {
        untold.add(calls);
        lookAgain();
    }

    private void lookAgain() {
        long now = clock.currentTimeNanos();
        if (now - lookAt >= 0 && lock.tryLock()) {
            try {
                tell(now);
                settle(now);
            } finally {
                lock.unlock();
            }
        }
    }

    /**
     * Hears what became of calls.
     *
     * @param key the schedule of the key that they have; null: the rule has none, and pauses as a whole
     */
    void report(Feedback told, @Nullable Pacing key) {
        if (told == Feedback.SUCCEEDED && calm) {
            served.increment();
            lookAgain();
            return;
        }
        lock.lock();
        try {
            long now = clock.currentTimeNanos();
            tell(now);
            if (told.succeeded() > 0 && probed) {
                served(now, key);
            }
            pacer.results(now, told.succeeded(), told.overloaded());
            long ordered = key == null ? Math.max(told.rulePauseNanos(), told.keyPauseNanos()) : told.rulePauseNanos();
            boolean own = told.backoffNanos() > ordered && !pacer.serves(now);
            if (own && !pacer.knows(now)) {
                holdOff(told.backoffNanos());
            } else if (own || ordered > 0) {
                pause(now, own ? told.backoffNanos() : ordered, told.probe() && !own);
            }
            if (key != null && told.keyPauseNanos() > 0) {
                pauseKey(now, key, told.keyPauseNanos(), told.probe());
            }
            settle(now);
        } finally {
            lock.unlock();
        }
    }

    /** Holds calls back as one of {@code live} processes that have to get along with their parts of the limits. */
    void standIn(long tightestPace, long live) {
        lock.lock();
        try {
            acts = true;
            oneOfSeveral = true;
            pacer.terms(tightestPace, Pacer.ONE_A_SECOND / live);
            settle(clock.currentTimeNanos());
        } finally {
            lock.unlock();
        }
    }

    /** Holds nobody back any more, and goes on to hear and count. */
    void watch() {
        lock.lock();
        try {
            acts = false;
            oneOfSeveral = false;
            pacer.terms(tightest, Pacer.ONE_A_SECOND);
            Pacing schedule = lead;
            if (schedule != null) {
                schedule.lift();
            }
            gap = 0;
        } finally {
            lock.unlock();
        }
    }

    Pace pace() {
        lock.lock();
        try {
            long now = clock.currentTimeNanos();
            tell(now);
            settle(now);
            Pacing schedule = lead;
            long paused = schedule == null ? 0 : schedule.nanosPaused();
            return pacer.isEngaged() || paused > 0
                    ? new Pace(pacer.isEngaged(), pacer.pace(), pacer.before(), paused)
                    : Pace.NONE;
        } finally {
            lock.unlock();
        }
    }

    private void tell(long now) {
        long calls = untold.sumThenReset();
        if (calls != 0) {
            pacer.admitted(now, calls);
        }
        pacer.results(now, served.sumThenReset(), 0);
        lookAt = now + LOOK_NANOS;
    }

    private void served(long now, @Nullable Pacing key) {
        if (key != null) {
            key.served();
        }
        Pacing schedule = lead;
        if (schedule != null && schedule.served()) {
            pacer.resume(now);
        }
    }

    private void pause(long now, long nanos, boolean probe) {
        pacer.pause(now, now + nanos);
        Pacing schedule = lead;
        if (acts && schedule != null) {
            schedule.pause(late(now, nanos), lease(probe));
        }
    }

    /** Lets nothing go for a while, but as before then: of what went before, so little is known that no pace could be told. */
    private void holdOff(long nanos) {
        Pacing schedule = lead;
        if (acts && schedule != null) {
            schedule.pause(nanos, 0);
        }
    }

    private void pauseKey(long now, Pacing key, long nanos, boolean probe) {
        pacer.pausePart(now, now + nanos);
        if (acts) {
            key.pause(late(now, nanos), lease(probe));
        }
    }

    private long lease(boolean probe) {
        probed |= probe;
        return probe ? LEASE_NANOS : 0;
    }

    /**
     * All who were told the same instant come back at different ones, if they cannot ask each other: up to one gap later. Whoever
     * knows of nobody else does so, too, but only by a small part of the pause, and if the rule does not mind.
     */
    private long late(long now, long nanos) {
        if (now - quietAt >= 0) {
            lateParts = random == null ? 0 : random.nextLong(PARTS);
            quietAt = now;
        }
        long most = oneOfSeveral ? pacer.gap() : jitter ? Math.min(pacer.gap(), nanos / LATE_PART_OF_PAUSE) : 0;
        long late = nanos + most * lateParts / PARTS;
        quietAt = Math.max(quietAt - now, late) + now;
        return late;
    }

    private void settle(long now) {
        Pacing schedule = lead;
        if (pacer.isEngaged() && (schedule == null || !probed || !schedule.isProbing())) {
            pacer.settle(now, now + (schedule == null ? 0 : schedule.nanosToLastSlot()));
        }
        calm = !pacer.isEngaged() && !probed;
        long wanted = acts ? pacer.gap() : 0;
        if (wanted != gap && schedule != null) {
            gap = wanted;
            schedule.pace(wanted);
        }
    }
}
