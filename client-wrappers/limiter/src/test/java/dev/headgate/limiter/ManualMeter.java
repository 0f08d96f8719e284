package dev.headgate.limiter;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told. */
final class ManualMeter implements TimeMeter {
    static final long MILLIS = 1_000_000L;
    static final long SECOND = 1_000_000_000L;

    /** A whole minute, and the start of a day. */
    static final long EPOCH_DAY = 1_700_006_400L * SECOND;

    private final AtomicLong now;
    private final long start;
    private final boolean wallClock;

    private ManualMeter(long start, boolean wallClock) {
        this.now = new AtomicLong(start);
        this.start = start;
        this.wallClock = wallClock;
    }

    static ManualMeter wall() {
        return new ManualMeter(EPOCH_DAY, true);
    }

    static ManualMeter wall(long start) {
        return new ManualMeter(start, true);
    }

    static ManualMeter nano(long start) {
        return new ManualMeter(start, false);
    }

    static ManualMeter nano() {
        return nano(-5 * SECOND);
    }

    /** Sets the time to so many nanoseconds after the start. */
    ManualMeter at(long nanos) {
        now.set(start + nanos);
        return this;
    }

    ManualMeter atMillis(long millis) {
        return at(millis * MILLIS);
    }

    void plus(long nanos) {
        now.addAndGet(nanos);
    }

    @Override
    public long currentTimeNanos() {
        return now.get();
    }

    @Override
    public boolean isWallClockBased() {
        return wallClock;
    }

    @Override
    public String toString() {
        return wallClock ? "a bucket with a lock" : "a bucket in one word";
    }
}
