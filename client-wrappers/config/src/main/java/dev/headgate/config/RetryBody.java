package dev.headgate.config;

import dev.headgate.throttle.RetryTerms;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a downstream, or {@code defaults}, says under {@code retry-budget}; null where it says nothing.
 *
 * @param off true for {@code off}; then nothing else is said
 */
record RetryBody(
        boolean off,
        @Nullable Integer ratioPermille,
        @Nullable Long minPerSecond) {
    static final RetryBody OFF = new RetryBody(true, null, null);

    /** Returns this, and what {@code defaults} say where this says nothing. */
    RetryBody over(@Nullable RetryBody defaults) {
        if (off || defaults == null || defaults.off) {
            return this;
        }
        return new RetryBody(
                false,
                ratioPermille == null ? defaults.ratioPermille : ratioPermille,
                minPerSecond == null ? defaults.minPerSecond : minPerSecond);
    }

    /** Returns the terms; null for any number of retries. */
    @Nullable
    RetryTerms finished() {
        return off
                ? null
                : new RetryTerms(
                        Objects.requireNonNullElse(ratioPermille, RetryTerms.DEFAULT.ratioPermille()),
                        Objects.requireNonNullElse(minPerSecond, RetryTerms.DEFAULT.minPerSecond()));
    }
}
