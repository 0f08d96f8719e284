package dev.headgate.config;

import dev.headgate.config.yaml.Span;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Limit.Cost;
import org.jspecify.annotations.Nullable;

/**
 * A limit and where it was written.
 *
 * @param key its own key as written; null if it has none
 */
record WrittenLimit(Limit limit, Span at, @Nullable KeyParts key) {
    /** Returns what a call takes at most: 1, or more. */
    long largestCost() {
        return limit.costs().stream().mapToLong(Cost::tokens).reduce(1, Math::max);
    }
}
