package dev.headgate.limiter;

/**
 * A meter's time as ticks since the epoch. A meter that may start anywhere is fixed to the wall clock once, here; its
 * differences stay right when it is negative or wraps round.
 */
final class TickClock {
    final TimeMeter meter;
    private final long offset;
    private final long startedAt;

    TickClock(TimeMeter meter) {
        this.meter = meter;
        this.offset = meter.isWallClockBased()
                ? 0
                : TimeMeter.SYSTEM_MILLISECONDS.currentTimeNanos() - meter.currentTimeNanos();
        this.startedAt = now();
    }

    long now() {
        return meter.currentTimeNanos() + offset;
    }

    /** The tick of a time that was read from this clock's meter. */
    long tickOf(long meterTime) {
        return meterTime + offset;
    }

    /** The tick at which this clock was made. */
    long startedAt() {
        return startedAt;
    }

    /** Nanoseconds since this clock was made. */
    long elapsed() {
        return now() - startedAt;
    }
}
