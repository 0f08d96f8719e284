package dev.headgate.limiter;

/**
 * The five algorithms; {@link Bandwidth} says what each one's numbers mean.
 *
 * <pre>{@code
 * Bandwidth fair = Bandwidth.builder().slidingWindowCounter(1_000, Duration.ofMinutes(1)).build();
 * fair.getAlgorithm();                     // SLIDING_WINDOW_COUNTER
 * }</pre>
 */
public enum Algorithm {
    /** Tokens flow in evenly up to a capacity; bursts up to the capacity are allowed. */
    TOKEN_BUCKET,
    /** As a queue, calls leave evenly, one after the other; as a meter, a level drains evenly and calls go while it allows. */
    LEAKY_BUCKET,
    /** So many tokens between two fixed instants; twice as many round the edge of two windows. */
    FIXED_WINDOW,
    /** Every token is remembered: never more than the limit in any period, wherever it begins. */
    SLIDING_WINDOW_LOG,
    /** Two counts: the window now, and the share of the one before that still counts. */
    SLIDING_WINDOW_COUNTER
}
