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
    private final boolean leads;
    private final List<byte[]> keys;

    Schedule(String rule, String key, ScheduleTerms terms) {
        this(rule, key, terms, true);
    }

    /** @param leads as {@link #leads} returns it */
    Schedule(String rule, String key, ScheduleTerms terms, boolean leads) {
        this.rule = rule;
        this.key = key;
        this.terms = terms;
        this.leads = leads;
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

    /** Whether it holds the pause and the pace of its rule. */
    boolean leads() {
        return leads;
    }

    /** Whether it has no limits: then it holds back only while it is paused or paced, and is not there else. */
    boolean isBare() {
        return terms.kinds().isEmpty();
    }

    /** The same budget on other terms. */
    Schedule with(ScheduleTerms others) {
        return new Schedule(rule, key, others, leads);
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
