package dev.headgate.throttle.match;

/**
 * Two entries that are equally specific and can both match one call.
 *
 * @param first the one that was given first
 * @param second the other
 * @param duplicate true if both say the same in other spelling; false if they only overlap
 * @param message what they share, for a person: {@code "api.test /pay" is here twice (headgate.yml:3:3, headgate.yml:9:3)}
 */
public record Conflict<T>(RuleTable.Entry<T> first, RuleTable.Entry<T> second, boolean duplicate, String message) {}
