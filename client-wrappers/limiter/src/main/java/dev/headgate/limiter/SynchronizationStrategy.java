package dev.headgate.limiter;

/**
 * How a local bucket is shared by threads.
 *
 * <pre>{@code
 * Bucket.builder()
 *         .addLimit(Bandwidth.simple(100, Duration.ofSeconds(1)))
 *         .withSynchronizationStrategy(SynchronizationStrategy.NONE)   // an event loop of its own asks it
 *         .build();
 * }</pre>
 */
public enum SynchronizationStrategy {
    /** The default: no lock where the limits fit into one word, a short lock elsewhere. Safe for any number of threads. */
    LOCK_FREE,
    /** A short lock round every decision. Safe for any number of threads. */
    SYNCHRONIZED,
    /** No protection: for one thread at a time. */
    NONE
}
