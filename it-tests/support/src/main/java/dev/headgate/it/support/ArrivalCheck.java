package dev.headgate.it.support;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;

/** Looks at when calls arrived. */
public final class ArrivalCheck {
    private ArrivalCheck() {}

    /**
     * Returns how many arrivals the fullest window holds.
     *
     * @param window its length; an arrival exactly that much later is in the next one
     * @param nanos times of arrival, in any order
     */
    public static int mostIn(Duration window, Collection<Long> nanos) {
        long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
        Arrays.sort(sorted);
        int most = 0;
        int first = 0;
        for (int last = 0; last < sorted.length; last++) {
            while (sorted[last] - sorted[first] >= window.toNanos()) {
                first++;
            }
            most = Math.max(most, last - first + 1);
        }
        return most;
    }

    /** Returns the time from the first to the last arrival. */
    public static Duration span(Collection<Long> nanos) {
        long first = nanos.stream().mapToLong(Long::longValue).min().orElse(0);
        long last = nanos.stream().mapToLong(Long::longValue).max().orElse(0);
        return Duration.ofNanos(last - first);
    }
}
