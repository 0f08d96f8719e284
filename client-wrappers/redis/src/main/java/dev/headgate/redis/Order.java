package dev.headgate.redis;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Nobody goes before a time. Immutable.
 *
 * @param untilNanos that time, on the throttle's clock
 * @param probeNanos how long then one call tries before another does; 0: the pause simply ends
 */
record Order(long untilNanos, long probeNanos) {
    /** How long a call that tries has. */
    static final long PROBE_NANOS = TimeUnit.SECONDS.toNanos(10);

    static Order of(long nowNanos, long pauseNanos, boolean probe) {
        return new Order(nowNanos + pauseNanos, probe ? PROBE_NANOS : 0);
    }

    /** The later one holds. */
    static Order later(@Nullable Order one, Order other) {
        if (one == null) {
            return other;
        }
        long later = one.untilNanos - other.untilNanos;
        if (later == 0) {
            return one.probeNanos > other.probeNanos ? one : other;
        }
        return later > 0 ? one : other;
    }

    /** How long it still lasts, rounded up: a pause never ends early; 0: it is over. */
    long leftMicros(long nowNanos) {
        return Math.max(0, micros(untilNanos - nowNanos));
    }

    long probeMicros() {
        return micros(probeNanos);
    }

    static long micros(long nanos) {
        return nanos / 1_000 + (nanos % 1_000 > 0 ? 1 : 0);
    }
}
