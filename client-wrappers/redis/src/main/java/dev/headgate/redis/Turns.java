package dev.headgate.redis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who wants in of one process, first come first served. Not thread-safe. */
final class Turns {
    private final ArrayDeque<Turn> queue = new ArrayDeque<>();
    private int waiting;

    void add(Turn turn) {
        queue.add(turn);
        waiting += turn.waits() ? 1 : 0;
    }

    /** Returns false if it is not there. */
    boolean remove(Turn turn) {
        boolean there = queue.remove(turn);
        waiting -= there && turn.waits() ? 1 : 0;
        return there;
    }

    /** How many would go on waiting if they were not let in now. */
    int waiting() {
        return waiting;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Returns the first, at most so many; they stay. */
    List<Turn> first(int most) {
        List<Turn> first = new ArrayList<>();
        for (Iterator<Turn> all = queue.iterator(); first.size() < most && all.hasNext(); ) {
            first.add(all.next());
        }
        return first;
    }

    /** Takes out the first. */
    @Nullable
    Turn next() {
        Turn next = queue.poll();
        waiting -= next != null && next.waits() ? 1 : 0;
        return next;
    }

    /** Takes out all. */
    List<Turn> all() {
        List<Turn> all = new ArrayList<>(queue);
        queue.clear();
        waiting = 0;
        return all;
    }

    /** Takes out those that have waited long enough. */
    List<Turn> overdue(long now) {
        List<Turn> overdue = new ArrayList<>();
        for (Turn turn : queue) {
            if (turn.nanosLeft(now) <= 0) {
                overdue.add(turn);
            }
        }
        overdue.forEach(this::remove);
        return overdue;
    }

    /** In how many nanoseconds the first has waited long enough. */
    long nanosToFirstEnd(long now) {
        long first = Long.MAX_VALUE;
        for (Turn turn : queue) {
            first = Math.min(first, turn.nanosLeft(now));
        }
        return first;
    }
}
