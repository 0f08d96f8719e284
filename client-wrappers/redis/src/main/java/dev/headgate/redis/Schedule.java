package dev.headgate.redis;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One budget for one key: where Redis keeps it, and the terms on which it is decided. Immutable; to be kept, its bytes are
 * made once.
 */
final class Schedule {
    private final String rule;
    private final String key;
    private final ScheduleTerms terms;
    private final List<byte[]> keys;

    Schedule(String rule, String key, ScheduleTerms terms) {
        this.rule = rule;
        this.key = key;
        this.terms = terms;
        this.keys = KeyNames.keys(key, terms.kinds());
    }

    /** What the keys of its rule begin with. */
    String rule() {
        return rule;
    }

    /** The key of its state. */
    String key() {
        return key;
    }

    ScheduleTerms terms() {
        return terms;
    }

    /** The same budget on other terms. */
    Schedule with(ScheduleTerms others) {
        return new Schedule(rule, key, others);
    }

    /** The keys that a script of it touches: its state, then the list of each log; not copied. */
    List<byte[]> keys() {
        return keys;
    }

    /** Whether it is the same budget on the same terms. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Schedule
                && key.equals(((Schedule) other).key)
                && Arrays.equals(terms.packed(), ((Schedule) other).terms.packed());
    }

    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return key + " " + terms;
    }
}
