package dev.headgate.config;

import java.util.List;

/**
 * The limits of a rule as they were written.
 *
 * @param list all or none
 * @param unlimited true for {@code unlimited}: there are none, and what the downstream answers holds no call either, unless
 *     the same place says {@code backoff}
 */
record RuleLimits(List<WrittenLimit> list, boolean unlimited) {
    static final RuleLimits UNLIMITED = new RuleLimits(List.of(), true);

    static RuleLimits of(List<WrittenLimit> list) {
        return new RuleLimits(list, false);
    }
}
