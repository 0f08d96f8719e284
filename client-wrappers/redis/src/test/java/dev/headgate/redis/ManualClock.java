package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that stands until it is moved. */
final class ManualClock implements TimeMeter {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    @Override
    public long currentTimeNanos() {
        return nanos.get();
    }

    @Override
    public boolean isWallClockBased() {
        return false;
    }
}
