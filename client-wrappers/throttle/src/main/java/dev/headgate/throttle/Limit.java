package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Match;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One limit of a rule.
 *
 * @param bandwidth the algorithm with its numbers
 * @param text as the file has it, for messages: {@code 100/s}
 * @param costs the first that matches a call says what it takes; 1 where none does
 * @param key its own key; null: the rule's. An empty list: one budget, whatever the rule's key
 */
public record Limit(
        Bandwidth bandwidth,
        String text,
        List<Cost> costs,
        @Nullable List<KeyPart> key) {
    public Limit {
        costs = List.copyOf(costs);
        key = key == null ? null : List.copyOf(key);
    }

    /**
     * What certain calls take.
     *
     * @param match which (methods, paths, headers; no hosts needed)
     * @param tokens 0 or more
     */
    public record Cost(Match match, long tokens) {}
}
