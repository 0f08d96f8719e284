package dev.headgate.limiter;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;

/**
 * A bucket for calls that are continued when they may go, so that no thread waits. A future that is cancelled, or completed by
 * somebody else, gives its place back. Waits are nanoseconds and must be above 0. Thread-safe.
 *
 * <pre>{@code
 * bucket.asScheduler().tryConsume(1, Duration.ofSeconds(1), scheduler)
 *         .thenAccept(goes -> { if (goes) { callAsync(); } else { refuse(); } });
 * }</pre>
 */
public interface SchedulingBucket {
    /** True when the tokens have gone, at once or by {@code scheduler}; false at once if that is not within {@code maxWaitNanos}. */
    CompletableFuture<Boolean> tryConsume(long numTokens, long maxWaitNanos, ScheduledExecutorService scheduler);

    /** As {@link #tryConsume(long, long, ScheduledExecutorService)}. */
    default CompletableFuture<Boolean> tryConsume(
            long numTokens, Duration maxWait, ScheduledExecutorService scheduler) {
        return tryConsume(numTokens, Ticks.of(maxWait), scheduler);
    }

    /** Completes when the tokens have gone, however long that takes. */
    CompletableFuture<Void> consume(long numTokens, ScheduledExecutorService scheduler);
}
