package dev.headgate.limiter;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that a log remembers, oldest first, in a ring that grows. An entry is one token and takes 8 bytes, until a charge
 * is so large that entries with counts are shorter; each then carries the number of tokens appended up to and with it.
 *
 * <p>Entries are numbered from 0 on. Those in [kept, first) no longer count, but would again if charges are undone.
 */
final class StampRing {
    /** A charge of more tokens than this makes one entry with a count. */
    private static final long FEW = 64;

    private static final int SMALLEST = 8;

    private final boolean alwaysCounts;
    private long[] stamps = new long[SMALLEST];
    private long @Nullable [] totals;
    private long kept;
    private long keptGone;
    private long first;
    private long tail;

    /** Entries before this one may have later stamps than some after it: a change of cells or of the clock moved them. */
    private long unsortedBefore;

    /** Tokens that had been appended when the last one left that no longer counts. */
    private long gone;

    /** Tokens appended so far. */
    private long total;

    StampRing(boolean alwaysCounts) {
        this.alwaysCounts = alwaysCounts;
        this.totals = alwaysCounts ? new long[SMALLEST] : null;
    }

    /** When enough of the oldest tokens that count at t have left for n more to be within the capacity; t if enough have. */
    long whenLeft(long n, long capacity, long t, long per) {
        if (unsorted()) {
            return walk(n, capacity, t, per);
        }
        long mustLeave = size() - (capacity - n);
        return mustLeave <= 0 ? t : Math.max(t, Ticks.plus(stampOf(mustLeave), per));
    }

    private long walk(long n, long capacity, long t, long per) {
        long mustLeave = sizeAfter(Ticks.minus(t, per)) - (capacity - n);
        long left = t;
        long before = gone;
        for (long i = first; i < tail && mustLeave > 0; i++) {
            if (stampAt(i) > Ticks.minus(t, per)) {
                mustLeave -= totalAt(i) - before;
                left = Math.max(left, Ticks.plus(stampAt(i), per));
            }
            before = totalAt(i);
        }
        return left;
    }

    private boolean unsorted() {
        return first < unsortedBefore;
    }

    private long size() {
        return total - gone;
    }

    /** The stamp of the k-th oldest token, 1 <= k <= size, where all are sorted. */
    private long stampOf(long k) {
        if (totals == null) {
            return stampAt(first + k - 1);
        }
        long low = first;
        long high = tail - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (totalAt(middle) - gone >= k) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return stampAt(low);
    }

    /** Tokens with a stamp later than {@code stamp}. */
    long sizeAfter(long stamp) {
        if (!unsorted()) {
            long index = indexAfter(stamp);
            return index == first ? size() : total - totalAt(index - 1);
        }
        long size = 0;
        long before = gone;
        for (long i = first; i < tail; i++) {
            size += stampAt(i) > stamp ? totalAt(i) - before : 0;
            before = totalAt(i);
        }
        return size;
    }

    /** The first entry with a stamp later than {@code stamp}. */
    private long indexAfter(long stamp) {
        long low = first;
        long high = tail;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (stampAt(middle) > stamp) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Lets the oldest tokens go as long as their stamp is not later than {@code stamp}. */
    void expire(long stamp) {
        while (first < tail && stampAt(first) <= stamp) {
            gone = totalAt(first++);
        }
    }

    /** Lets the n oldest tokens go of those with a stamp later than {@code stamp}; nothing before this is undone. */
    void drop(long n, long stamp) {
        if (unsorted()) {
            replaceBy(entriesAfter(stamp));
        }
        expire(stamp);
        gone += Math.min(n, size());
        while (first < tail && totalAt(first) - gone <= 0) {
            first++;
        }
        keepOnlyWhatCounts();
    }

    /** No charge up to here will be undone. */
    void keepOnlyWhatCounts() {
        kept = first;
        keptGone = gone;
    }

    /** Nobody will ask again for a time at which a token with this stamp still counted. */
    void forgetUpTo(long stamp) {
        while (kept < first && stampAt(kept) <= stamp) {
            keptGone = totalAt(kept++);
        }
    }

    void append(long stamp, long n) {
        long more = Math.min(n, Long.MAX_VALUE - size());
        if (totals == null && more > FEW) {
            startCounting();
        }
        if (totals != null) {
            total += more;
            if (first < tail && stampAt(tail - 1) == stamp) {
                totals[at(tail - 1)] = total;
            } else {
                push(stamp);
            }
            return;
        }
        for (long i = 0; i < more; i++) {
            total++;
            push(stamp);
        }
    }

    private void push(long stamp) {
        if (first < tail && stampAt(tail - 1) > stamp) {
            unsortedBefore = tail;
        }
        if (tail - kept == stamps.length) {
            grow();
        }
        stamps[at(tail)] = stamp;
        if (totals != null) {
            totals[at(tail)] = total;
        }
        tail++;
    }

    private void grow() {
        long[] old = stamps;
        long[] oldTotals = totals;
        long[] wider = new long[old.length * 2];
        long[] widerTotals = oldTotals == null ? null : new long[wider.length];
        for (long i = kept; i < tail; i++) {
            int from = (int) (i & (old.length - 1));
            int to = (int) (i & (wider.length - 1));
            wider[to] = old[from];
            if (widerTotals != null && oldTotals != null) {
                widerTotals[to] = oldTotals[from];
            }
        }
        stamps = wider;
        totals = widerTotals;
    }

    private void startCounting() {
        long[] counts = new long[stamps.length];
        for (long i = kept; i < tail; i++) {
            counts[at(i)] = i + 1;
        }
        totals = counts;
    }

    void clear() {
        if (stamps.length > SMALLEST) {
            stamps = new long[SMALLEST];
        }
        totals = alwaysCounts ? new long[SMALLEST] : null;
        kept = keptGone = first = tail = gone = total = unsortedBefore = 0;
    }

    /** Pairs of a stamp and the tokens with it, of all stamps later than {@code stamp}, oldest first. */
    long[] entriesAfter(long stamp) {
        long[] entries = new long[Math.toIntExact(2 * (tail - first))];
        long before = gone;
        int next = 0;
        for (long i = first; i < tail; i++) {
            if (stampAt(i) > stamp) {
                entries[next++] = stampAt(i);
                entries[next++] = totalAt(i) - before;
            }
            before = totalAt(i);
        }
        return Arrays.copyOf(entries, next);
    }

    /** Forgets everything but these pairs. */
    void replaceBy(long[] entries) {
        clear();
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] > 0) {
                append(entries[i], entries[i + 1]);
            }
        }
    }

    int save(long[] state, int place) {
        state[place] = first;
        state[place + 1] = gone;
        state[place + 2] = tail;
        state[place + 3] = total;
        return place + 4;
    }

    int restore(long[] state, int place) {
        first = Math.max(kept, state[place]);
        gone = state[place + 1] - keptGone < 0 ? keptGone : state[place + 1];
        tail = state[place + 2];
        total = state[place + 3];
        if (totals != null && tail > kept) {
            totals[at(tail - 1)] = total;
        }
        return place + 4;
    }

    private int at(long index) {
        return (int) (index & (stamps.length - 1));
    }

    private long stampAt(long index) {
        return stamps[at(index)];
    }

    private long totalAt(long index) {
        return totals == null ? index + 1 : totals[at(index)];
    }
}
