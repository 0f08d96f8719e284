package dev.headgate.throttle.match;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a call is charged to the entry it is charged to.
 *
 * @param found as {@link RuleTable#find} says it; null if nothing matches
 * @param candidates the entries whose host (or pool, or URL) fits, the most specific first, each once
 */
public record Explanation<T>(@Nullable Found<T> found, List<Candidate<T>> candidates) {
    public Explanation {
        candidates = List.copyOf(candidates);
    }

    /**
     * An entry that came near.
     *
     * @param entry which
     * @param pattern its part that fits best, as text: {@code https://api.test:443 /pay/**}
     * @param wins true for the one that is charged
     * @param why for a person: {@code charged}, or why not; never a header's value
     */
    public record Candidate<T>(RuleTable.Entry<T> entry, String pattern, boolean wins, String why) {}
}
