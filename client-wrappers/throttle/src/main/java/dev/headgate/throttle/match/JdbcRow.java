package dev.headgate.throttle.match;

import java.util.Map;

/** One JDBC pattern of an entry. */
record JdbcRow<T>(RuleTable.Entry<T> entry, JdbcPattern pattern, Found<T> found) {
    static <T> JdbcRow<T> of(RuleTable.Entry<T> entry, JdbcPattern pattern) {
        return new JdbcRow<>(entry, pattern, new Found<>(entry.value(), null, Map.of()));
    }
}
