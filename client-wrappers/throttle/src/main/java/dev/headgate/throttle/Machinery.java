package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What all throttles of a process share: the clock, the bound of waiting calls, the timer with its pool, the journal, the
 * secret of the keys. It outlives the rules, which may be replaced. No thread starts before a call is delayed. Thread-safe.
 */
public final class Machinery implements AutoCloseable {
    private final TimeMeter clock;
    private final Journal journal;
    private final Places places;
    private final Executor continuations;
    private final Waiter waiter;
    private final Delays delays;
    private final Vigil vigil = new Vigil();
    private final Supplier<byte[]> keySecret;
    private final LongSupplier wallClock;
    private final RandomGenerator random;
    private volatile boolean closed;

    private Machinery(Builder builder) {
        this.clock = builder.clock;
        this.journal = builder.journal;
        this.places = new Places(builder.waitingMax);
        this.continuations = builder.continuations == null ? new ContinuationPool() : builder.continuations;
        this.waiter = new Waiter(this, builder.parking);
        this.delays = new Delays(this, builder.alarm == null ? new TimerAlarm() : builder.alarm, continuations);
        this.keySecret = builder.keySecret == null ? new RandomSecret() : builder.keySecret;
        this.wallClock = builder.wallClock;
        this.random = builder.random;
    }

    /** Starts a machinery; what is not set is as for a library in production. */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Lets no call wait any more: those that wait are rejected, within 50 ms if a thread is parked, and their slots are given
     * back; later calls go at once or are rejected. Limits hold on. The timer ends; the pool's threads end when they are idle.
     */
    @Override
    public void close() {
        closed = true;
        delays.close();
    }

    /** Returns the pool on which delayed calls go on. */
    Executor continuations() {
        return continuations;
    }

    TimeMeter clock() {
        return clock;
    }

    long now() {
        return clock.currentTimeNanos();
    }

    long epochMillis() {
        return wallClock.getAsLong();
    }

    RandomGenerator random() {
        return random;
    }

    Places places() {
        return places;
    }

    Waiter waiter() {
        return waiter;
    }

    Delays delays() {
        return delays;
    }

    Vigil vigil() {
        return vigil;
    }

    boolean closed() {
        return closed;
    }

    void tell(String message) {
        try {
            journal.info(message);
        } catch (Throwable mute) {
            // A journal that throws must not decide what happens to a call.
        }
    }

    void warn(String id, String message) {
        try {
            journal.warn(id, message);
        } catch (Throwable mute) {
            // As in tell.
        }
    }

    void warnEachTime(String id, String message) {
        try {
            journal.warnEachTime(id, message);
        } catch (Throwable mute) {
            // As in tell.
        }
    }

    Supplier<byte[]> keySecret() {
        return keySecret;
    }

    /** Sets up a {@link Machinery}. */
    public static final class Builder {
        private static final int WAITING_MAX = 100;

        private TimeMeter clock = TimeMeter.SYSTEM_NANOTIME;
        private Journal journal = new SystemLoggerJournal();
        private int waitingMax = WAITING_MAX;
        private Parking parking = Waiter.PARKING;
        private @Nullable Supplier<byte[]> keySecret;
        private LongSupplier wallClock = System::currentTimeMillis;
        private RandomGenerator random = Chance.OF_THREAD;
        private @Nullable Alarm alarm;
        private @Nullable Executor continuations;

        private Builder() {}

        /** Sets the clock of limits and waits; {@link TimeMeter#SYSTEM_NANOTIME} if not set. */
        public Builder clock(TimeMeter value) {
            clock = value;
            return this;
        }

        /**
         * Sets the time of day, against which dates in responses are held; the system's if not set.
         *
         * @param epochMillis milliseconds since the epoch, rounded down; thread-safe
         */
        public Builder wallClock(LongSupplier epochMillis) {
            wallClock = epochMillis;
            return this;
        }

        /** Sets what shortens pauses at random; must be thread-safe. The thread's own generator if not set. */
        public Builder random(RandomGenerator value) {
            random = value;
            return this;
        }

        /** Sets where it is said what was done; {@link SystemLoggerJournal} if not set. */
        public Builder journal(Journal value) {
            journal = value;
            return this;
        }

        /** Sets how many calls may wait at the same time, of all rules together; 100 if not set. */
        public Builder waitingMax(int calls) {
            waitingMax = calls;
            return this;
        }

        /** Sets the secret under which keys are hashed; a {@link RandomSecret} if not set. */
        public Builder keySecret(byte[] secret) {
            byte[] copy = secret.clone();
            return keySecret(() -> copy);
        }

        /**
         * Sets where the secret comes from under which keys are hashed. It may become another one: then every key does.
         *
         * @param secret returns the same array as long as it is the same secret; asked for each key, thread-safe, never blocks
         */
        public Builder keySecret(Supplier<byte[]> secret) {
            keySecret = secret;
            return this;
        }

        /** Sets how waiting threads sleep, for tests with a clock of their own. */
        public Builder parking(Parking value) {
            parking = value;
            return this;
        }

        /** Sets the timer of delayed calls, for tests with a clock of their own. */
        public Builder alarm(Alarm value) {
            alarm = value;
            return this;
        }

        /** Sets the pool on which delayed calls go on; a few daemon threads if not set. */
        public Builder continuations(Executor value) {
            continuations = value;
            return this;
        }

        /** Returns the machinery. */
        public Machinery build() {
            return new Machinery(this);
        }
    }
}
