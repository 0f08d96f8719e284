package dev.headgate.limiter;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits that does not heed interrupts.
 *
 * <pre>{@code
 * UninterruptibleBlockingStrategy counted = nanos -> {
 *     waits.increment();
 *     UninterruptibleBlockingStrategy.PARKING.parkUninterruptibly(nanos);
 * };
 * bucket.asBlocking().consumeUninterruptibly(1, counted);
 * }</pre>
 */
public interface UninterruptibleBlockingStrategy {
    /** Parks the thread; an interrupt that comes meanwhile is kept for later. */
    UninterruptibleBlockingStrategy PARKING = nanosToPark -> {
        TimeMeter meter = TimeMeter.SYSTEM_NANOTIME;
        long from = meter.currentTimeNanos();
        boolean interrupted = false;
        for (long left = nanosToPark; left > 0; left = nanosToPark - (meter.currentTimeNanos() - from)) {
            LockSupport.parkNanos(left);
            // An interrupted thread does not park.
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    };

    /** Returns after {@code nanosToPark} and not before. */
    void parkUninterruptibly(long nanosToPark);
}
