package dev.headgate.redis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What Redis said to {@link PermitWords}. Immutable.
 *
 * @param atOnce how many may be inside, by the newest file
 * @param revision of that file; 0: none
 * @param inside how many permits there are in the fleet now
 * @param letIn how many of those that wanted to enter are inside now: the first
 * @param dropped whether a key held something else and was dropped
 * @param lapsed which of the renewed permits, counted from 0, were not there; they are now
 */
record PermitAnswer(int atOnce, long revision, int inside, int letIn, boolean dropped, List<Integer> lapsed) {
    private static final int FIXED = 6;

    /**
     * Reads a reply.
     *
     * @throws IllegalArgumentException if it is none of the script's to these words; Redis' own error is its cause
     */
    static PermitAnswer of(@Nullable Object reply, PermitWords words) {
        if (reply instanceof RuntimeException refusal) {
            throw new IllegalArgumentException("Redis refuses: " + refusal.getMessage(), refusal);
        }
        if (!(reply instanceof List<?> list) || list.size() < FIXED) {
            throw new IllegalArgumentException("Not an answer about permits: " + reply);
        }
        List<Integer> lapsed = new ArrayList<>();
        for (int i = FIXED; i < list.size(); i++) {
            lapsed.add((int) number(list, i, words.renewed().size()) - 1);
        }
        return new PermitAnswer(
                (int) number(list, 1, Integer.MAX_VALUE),
                number(list, 2, Long.MAX_VALUE),
                (int) number(list, 3, Integer.MAX_VALUE),
                (int) number(list, 4, words.entering().size()),
                number(list, 5, 1) != 0,
                lapsed);
    }

    private static long number(List<?> list, int at, long most) {
        if (list.get(at) instanceof Long number && number >= 0 && number <= most) {
            return number;
        }
        throw new IllegalArgumentException("Not an answer about permits: " + list);
    }
}
