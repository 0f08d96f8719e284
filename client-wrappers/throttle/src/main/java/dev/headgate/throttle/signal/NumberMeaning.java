package dev.headgate.throttle.signal;

import dev.headgate.throttle.signal.SignalTerms.ResetUnit;
import org.jspecify.annotations.Nullable;

/** What a number without a unit counts. */
enum NumberMeaning {
    /** Seconds from now, or a time since the epoch where it can only be one. */
    SECONDS_OR_EPOCH,
    /** Milliseconds from now, or a time since the epoch where it can only be one. */
    MILLIS_OR_EPOCH,
    SECONDS,
    MILLIS,
    EPOCH_SECONDS,
    EPOCH_MILLIS;

    private static final long EPOCH_SECONDS_FROM = 1_000_000_000L;
    private static final long EPOCH_MILLIS_FROM = 1_000_000_000_000L;
    private static final long EPOCH_MICROS_FROM = 1_000_000_000_000_000L;
    private static final long NEAR_SECONDS = 400 * 86_400L;

    /** Returns what it counts in reset headers; null: it is told from the number. */
    static NumberMeaning of(@Nullable ResetUnit unit) {
        if (unit == null) {
            return SECONDS_OR_EPOCH;
        }
        return switch (unit) {
            case SECONDS -> SECONDS;
            case MILLIS -> MILLIS;
            case EPOCH_SECONDS -> EPOCH_SECONDS;
            case EPOCH_MILLIS -> EPOCH_MILLIS;
        };
    }

    Moment moment(Decimal number, ReferenceClock clock) {
        return switch (this) {
            case SECONDS -> new Moment(number.times(1_000), false);
            case MILLIS -> new Moment(number.over(1), false);
            case EPOCH_SECONDS -> new Moment(number.times(1_000), true);
            case EPOCH_MILLIS -> new Moment(number.over(1), true);
            case SECONDS_OR_EPOCH -> epochOr(SECONDS, number, clock);
            case MILLIS_OR_EPOCH -> epochOr(MILLIS, number, clock);
        };
    }

    private static Moment epochOr(NumberMeaning delay, Decimal number, ReferenceClock clock) {
        if (number.whole() >= EPOCH_MICROS_FROM) {
            return new Moment(number.over(1_000), true);
        }
        if (number.whole() >= EPOCH_MILLIS_FROM) {
            return EPOCH_MILLIS.moment(number, clock);
        }
        if (number.whole() >= EPOCH_SECONDS_FROM
                && (isNear(number.whole(), clock.nowMillis()) || isNear(number.whole(), clock.dateMillis()))) {
            return EPOCH_SECONDS.moment(number, clock);
        }
        return delay.moment(number, clock);
    }

    private static boolean isNear(long seconds, long millis) {
        return Math.abs(seconds - millis / 1_000) <= NEAR_SECONDS;
    }
}
