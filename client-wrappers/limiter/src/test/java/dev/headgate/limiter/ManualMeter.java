package dev.headgate.limiter;

import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands still until it is told. */
public final class ManualMeter implements TimeMeter {
    public static final long MILLIS = 1_000_000L;
    public static final long SECOND = 1_000_000_000L;

    /** A whole minute, and the start of a day. */
    public static final long EPOCH_DAY = 1_700_006_400L * SECOND;

    private final AtomicLong now;
    private final long start;
    private final boolean wallClock;

    private ManualMeter(long start, boolean wallClock) {
        this.now = new AtomicLong(start);
        this.start = start;
        this.wallClock = wallClock;
    }

    public static ManualMeter wall() {
        return new ManualMeter(EPOCH_DAY, true);
    }

    public static ManualMeter wall(long start) {
        return new ManualMeter(start, true);
    }

    public static ManualMeter nano(long start) {
        return new ManualMeter(start, false);
    }

    public static ManualMeter nano() {
        return nano(-5 * SECOND);
    }

    /** Sets the time to so many nanoseconds after the start. */
    public ManualMeter at(long nanos) {
        now.set(start + nanos);
        return this;
    }

    public ManualMeter atMillis(long millis) {
        return at(millis * MILLIS);
    }

    public void plus(long nanos) {
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
