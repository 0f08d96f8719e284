package dev.headgate.throttle.signal;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which headers of a downstream are believed. Immutable.
 *
 * @param families those that are read; empty: none, every refusal is one without a header
 * @param resetUnit what plain numbers in reset headers mean; null: it is told from the number
 */
public record SignalTerms(Set<Family> families, @Nullable ResetUnit resetUnit) {
    /** All families, units by their numbers. */
    public static final SignalTerms DEFAULT = new SignalTerms(Set.of(Family.values()), null);

    public SignalTerms {
        families = Set.copyOf(families);
    }

    /** Headers that mean the same kind of thing. */
    public enum Family {
        /** {@code Retry-After} and its relatives in milliseconds. */
        RETRY_AFTER,
        /** {@code RateLimit}, {@code X-RateLimit-*} and what providers have in their place. */
        RATE_LIMIT
    }

    /** What a number in a reset header counts. */
    public enum ResetUnit {
        /** Seconds from now. */
        SECONDS,
        /** Milliseconds from now. */
        MILLIS,
        /** Seconds since the epoch. */
        EPOCH_SECONDS,
        /** Milliseconds since the epoch. */
        EPOCH_MILLIS
    }
}
