package dev.headgate.redis;

import java.util.List;

/**
 * One budget for one key: where Redis keeps it, and the terms on which it is decided. Immutable; to be kept, its bytes are
 * made once.
 */
final class Schedule {
    private final String key;
    private final ScheduleTerms terms;
    private final List<byte[]> keys;

    Schedule(String key, ScheduleTerms terms) {
        this.key = key;
        this.terms = terms;
        this.keys = KeyNames.keys(key, terms.kinds());
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
        return new Schedule(key, others);
    }

    /** The keys that a script of it touches: its state, then the list of each log; not copied. */
    List<byte[]> keys() {
        return keys;
    }

    @Override
    public String toString() {
        return key + " " + terms;
    }
}
