package dev.headgate.throttle;

import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/**
 * Remembers by their numbers which calls failed in the last ten seconds: a table of fixed size in which a newer call takes the
 * place of an older one with the same low bits, so that it forgets rather than grows. Thread-safe, without locks.
 */
final class RecentFailures {
    private static final int PLACES = 4_096;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final int REMEMBERED_MILLIS = 10_000;
    private static final long LOW_HALF = 0xffff_ffffL;

    private final long begun;

    /** In each place the high half of a number and the time in milliseconds; made when the first call fails. */
    private volatile @Nullable AtomicLongArray table;

    /**
     * Makes an empty one.
     *
     * @param now nanoseconds from some fixed instant, as all times here
     */
    RecentFailures(long now) {
        this.begun = now;
    }

    void add(long number, long now) {
        AtomicLongArray places = table;
        if (places == null) {
            places = make();
        }
        places.set(place(number), number & ~LOW_HALF | millis(now) & LOW_HALF);
    }

    boolean contains(long number, long now) {
        AtomicLongArray places = table;
        if (places == null) {
            return false;
        }
        long found = places.get(place(number));
        // Milliseconds of 32 bits begin anew after 49 days; differences do not care.
        int age = (int) millis(now) - (int) found;
        return (found & ~LOW_HALF) == (number & ~LOW_HALF) && age >= 0 && age < REMEMBERED_MILLIS;
    }

    private synchronized AtomicLongArray make() {
        AtomicLongArray places = table;
        if (places == null) {
            places = new AtomicLongArray(PLACES);
            table = places;
        }
        return places;
    }

    private static int place(long number) {
        return (int) (number & PLACES - 1);
    }

    /** At least one window from the start on: then a place that was never taken is long past. */
    private long millis(long now) {
        return (now - begun) / NANOS_PER_MILLI + REMEMBERED_MILLIS;
    }
}
