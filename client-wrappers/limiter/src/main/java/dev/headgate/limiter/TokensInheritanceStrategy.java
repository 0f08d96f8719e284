package dev.headgate.limiter;

/** What a new configuration takes over from the old one. Limits inherit by place, if they are of the same kind. */
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
