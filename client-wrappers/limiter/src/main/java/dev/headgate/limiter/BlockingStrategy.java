package dev.headgate.limiter;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits that can be interrupted.
 *
 * <pre>{@code
 * BlockingStrategy counted = nanos -> { waits.increment(); BlockingStrategy.PARKING.park(nanos); };
 * bucket.asBlocking().consume(1, counted);
 * }</pre>
 */
public interface BlockingStrategy {
    /** Parks the thread. */
    BlockingStrategy PARKING = nanosToPark -> {
        TimeMeter meter = TimeMeter.SYSTEM_NANOTIME;
        long from = meter.currentTimeNanos();
        for (long left = nanosToPark; left > 0; left = nanosToPark - (meter.currentTimeNanos() - from)) {
            LockSupport.parkNanos(left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    };

    /** Returns after {@code nanosToPark} and not before. */
    void park(long nanosToPark) throws InterruptedException;
}
