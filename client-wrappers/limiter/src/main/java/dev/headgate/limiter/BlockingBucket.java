package dev.headgate.limiter;

import java.time.Duration;

/**
 * A bucket for threads that wait. Places are given first come first served; who is interrupted gives its place back. Waits
 * are nanoseconds and must be above 0; any {@link Duration} is allowed. Thread-safe.
 *
 * <pre>{@code
 * if (bucket.asBlocking().tryConsume(1, Duration.ofMillis(500))) {
 *     call();                              // its slot came within half a second
 * }
 * }</pre>
 */
public interface BlockingBucket {
    /** Waits until the tokens may go if that is within {@code maxWaitNanos}; else returns false at once. */
    boolean tryConsume(long numTokens, long maxWaitNanos, BlockingStrategy blockingStrategy)
            throws InterruptedException;

    /** As {@link #tryConsume(long, long, BlockingStrategy)}, parking the thread. */
    default boolean tryConsume(long numTokens, long maxWaitNanos) throws InterruptedException {
        return tryConsume(numTokens, maxWaitNanos, BlockingStrategy.PARKING);
    }

    /** As {@link #tryConsume(long, long, BlockingStrategy)}. */
    default boolean tryConsume(long numTokens, Duration maxWait, BlockingStrategy blockingStrategy)
            throws InterruptedException {
        return tryConsume(numTokens, Ticks.of(maxWait), blockingStrategy);
    }

    /** As {@link #tryConsume(long, long, BlockingStrategy)}, parking the thread. */
    default boolean tryConsume(long numTokens, Duration maxWait) throws InterruptedException {
        return tryConsume(numTokens, maxWait, BlockingStrategy.PARKING);
    }

    /** As {@link #tryConsume(long, long, BlockingStrategy)}, not heeding interrupts. */
    boolean tryConsumeUninterruptibly(
            long numTokens, long maxWaitNanos, UninterruptibleBlockingStrategy blockingStrategy);

    /** As {@link #tryConsumeUninterruptibly(long, long, UninterruptibleBlockingStrategy)}, parking the thread. */
    default boolean tryConsumeUninterruptibly(long numTokens, long maxWaitNanos) {
        return tryConsumeUninterruptibly(numTokens, maxWaitNanos, UninterruptibleBlockingStrategy.PARKING);
    }

    /** As {@link #tryConsumeUninterruptibly(long, long, UninterruptibleBlockingStrategy)}. */
    default boolean tryConsumeUninterruptibly(
            long numTokens, Duration maxWait, UninterruptibleBlockingStrategy blockingStrategy) {
        return tryConsumeUninterruptibly(numTokens, Ticks.of(maxWait), blockingStrategy);
    }

    /** As {@link #tryConsumeUninterruptibly(long, long, UninterruptibleBlockingStrategy)}, parking the thread. */
    default boolean tryConsumeUninterruptibly(long numTokens, Duration maxWait) {
        return tryConsumeUninterruptibly(numTokens, maxWait, UninterruptibleBlockingStrategy.PARKING);
    }

    /** Waits until the tokens may go, however long that takes. */
    void consume(long numTokens, BlockingStrategy blockingStrategy) throws InterruptedException;

    /** As {@link #consume(long, BlockingStrategy)}, parking the thread. */
    default void consume(long numTokens) throws InterruptedException {
        consume(numTokens, BlockingStrategy.PARKING);
    }

    /** As {@link #consume(long, BlockingStrategy)}, not heeding interrupts. */
    void consumeUninterruptibly(long numTokens, UninterruptibleBlockingStrategy blockingStrategy);

    /** As {@link #consumeUninterruptibly(long, UninterruptibleBlockingStrategy)}, parking the thread. */
    default void consumeUninterruptibly(long numTokens) {
        consumeUninterruptibly(numTokens, UninterruptibleBlockingStrategy.PARKING);
    }
}
