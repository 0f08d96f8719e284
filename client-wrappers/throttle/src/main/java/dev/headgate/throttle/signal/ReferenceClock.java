package dev.headgate.throttle.signal;

import org.jspecify.annotations.Nullable;

/**
 * The clock that times since the epoch are held against: the server's where its response says what time it is there, for its
 * times are its own, however wrong it goes; else ours. Not thread-safe.
 */
final class ReferenceClock {
    private static final long SECOND = 1_000;

    /** By how much clocks that agree to the second are trusted to differ. */
    private static final long SKEW = 50;

    private final long nowMillis;
    private @Nullable String date;
    private long dateMillis = Dates.NONE;

    /**
     * Makes one.
     *
     * @param nowMillis our time
     * @param date the server's; null: it does not say. Is read only when a time is held against it
     */
    ReferenceClock(long nowMillis, @Nullable String date) {
        this.nowMillis = nowMillis;
        this.date = date;
    }

    /** Returns our time. */
    long nowMillis() {
        return nowMillis;
    }

    /** Returns the server's time in whole seconds, rounded down; negative: unknown. */
    long dateMillis() {
        if (date != null) {
            dateMillis = Dates.read(date.strip(), nowMillis);
            date = null;
        }
        return dateMillis;
    }

    /** Returns the milliseconds until then, from 0 to {@link Signals#MAX_DELAY_MILLIS}. */
    long delayUntil(Moment moment) {
        long delay = moment.sinceEpoch() ? moment.millis() - reference(moment.millis()) : moment.millis();
        return Math.max(0, Math.min(delay, Signals.MAX_DELAY_MILLIS));
    }

    /**
     * A date knows no fractions of a second: held against it, a time in milliseconds would end up to a second late. Where both
     * clocks tell the same second, ours tells the fraction.
     */
    private long reference(long millis) {
        if (dateMillis() < 0) {
            return nowMillis;
        }
        boolean agree = nowMillis >= dateMillis && nowMillis < dateMillis + 2 * SECOND;
        if (millis % SECOND == 0 || !agree) {
            return dateMillis;
        }
        return Math.max(dateMillis, Math.min(nowMillis, dateMillis + SECOND - 1) - SKEW);
    }
}
