package dev.headgate.throttle.match;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The entry that is charged with a call. Immutable.
 *
 * @param value what the entry was made with
 * @param template the path pattern that matched, as it was written; null if the entry has no paths or the call is JDBC
 * @param variables of the template, as they are in the raw path; empty if it has none
 */
public record Found<T>(T value, @Nullable String template, Map<String, String> variables) {
    public Found {
        variables = Map.copyOf(variables);
    }
}
