package dev.headgate.limiter;

/**
 * What a new configuration takes over from the old one. Limits inherit by place, if they are of the same kind.
 *
 * <pre>{@code
 * // 30 of 100 tokens are left; the new capacity is 200
 * bucket.replaceConfiguration(twice, TokensInheritanceStrategy.AS_IS);            // 30 are left
 * bucket.replaceConfiguration(twice, TokensInheritanceStrategy.PROPORTIONALLY);   // 60
 * bucket.replaceConfiguration(twice, TokensInheritanceStrategy.ADDITIVE);         // 130
 * bucket.replaceConfiguration(twice, TokensInheritanceStrategy.RESET);            // 200
 * }</pre>
 */
public enum TokensInheritanceStrategy {
    /** Usage is scaled by new capacity / old capacity, rounded up. A bucket that was half full is half full. */
    PROPORTIONALLY,
    /** A token bucket keeps its tokens, at most its new capacity; every other kind keeps what was used. */
    AS_IS,
    /** Nothing: every limit starts as if new. */
    RESET,
    /** As {@link #AS_IS}, and a token bucket also gets the growth of its capacity. */
    ADDITIVE
}
