package dev.headgate.limiter;

import java.util.Arrays;

/**
 * The tokens that a log remembers, oldest first. An entry is one token until a charge is so large that entries with counts are
 * shorter. Those before {@code first} no longer count, but would again if charges are undone.
 */
final class StampRing {
    /** A charge of more tokens than this makes one entry with a count. */
    private static final long FEW = 64;

    private final Stamps stamps;
    private long keptGone;
    private long first;

    /** The stamp of the entry with this number is known: most charges let nothing go, and need not look. */
    private long known = -1;

    private long knownStamp;

    /** Entries before this one may have later stamps than some after it: a change of cells or of the clock moved them. */
    private long unsortedBefore;

    /** Tokens that had been appended when the last one left that no longer counts. */
    private long gone;

    /** Tokens appended so far. */
    private long total;

    StampRing(Stamps empty) {
        this.stamps = empty;
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
        for (long i = first; i < stamps.tail() && mustLeave > 0; i++) {
            if (stamps.stampAt(i) > Ticks.minus(t, per)) {
                mustLeave -= stamps.totalAt(i) - before;
                left = Math.max(left, Ticks.plus(stamps.stampAt(i), per));
            }
            before = stamps.totalAt(i);
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
        if (stamps.areSingle()) {
            return stamps.stampAt(first + k - 1);
        }
        long low = first;
        long high = stamps.tail() - 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (stamps.totalAt(middle) - gone >= k) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return stamps.stampAt(low);
    }

    /** Tokens with a stamp later than {@code stamp}. */
    long sizeAfter(long stamp) {
        if (!unsorted()) {
            long index = indexAfter(stamp);
            return index == first ? size() : total - stamps.totalAt(index - 1);
        }
        long size = 0;
        long before = gone;
        for (long i = first; i < stamps.tail(); i++) {
            size += stamps.stampAt(i) > stamp ? stamps.totalAt(i) - before : 0;
            before = stamps.totalAt(i);
        }
        return size;
    }

    /** The first entry with a stamp later than {@code stamp}. */
    private long indexAfter(long stamp) {
        long low = first;
        long high = stamps.tail();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (stamps.stampAt(middle) > stamp) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Lets the oldest tokens go as long as their stamp is not later than {@code stamp}. */
    void expire(long stamp) {
        if (first == known && stamp < knownStamp) {
            return;
        }
        known = -1;
        while (first < stamps.tail() && known < 0) {
            knownStamp = stamps.stampAt(first);
            if (knownStamp <= stamp) {
                gone = stamps.totalAt(first++);
            } else {
                known = first;
            }
        }
    }

    /** Lets the n oldest tokens go of those with a stamp later than {@code stamp}; nothing before this is undone. */
    void drop(long n, long stamp) {
        if (unsorted()) {
            replaceBy(entriesAfter(stamp));
        }
        expire(stamp);
        gone += Math.min(n, size());
        while (first < stamps.tail() && stamps.totalAt(first) - gone <= 0) {
            first++;
        }
        keepOnlyWhatCounts();
    }

    /** No charge up to here will be undone. */
    void keepOnlyWhatCounts() {
        stamps.keepFrom(first);
        keptGone = gone;
    }

    /** Nobody will ask again for a time at which a token with this stamp still counted. */
    void forgetUpTo(long stamp) {
        long kept = stamps.kept();
        while (kept < first && stamps.stampAt(kept) <= stamp) {
            keptGone = stamps.totalAt(kept++);
        }
        stamps.keepFrom(kept);
    }

    void append(long stamp, long n) {
        long more = Math.min(n, Long.MAX_VALUE - size());
        if (stamps.areSingle() && more > FEW) {
            stamps.count();
        }
        if (stamps.areSingle()) {
            for (long i = 0; i < more; i++) {
                total++;
                push(stamp);
            }
            return;
        }
        total += more;
        if (first < stamps.tail() && stamps.lastStamp() == stamp) {
            stamps.setLastTotal(total);
        } else {
            push(stamp);
        }
    }

    private void push(long stamp) {
        if (first < stamps.tail() && stamps.lastStamp() > stamp) {
            unsortedBefore = stamps.tail();
        }
        stamps.push(stamp, total);
    }

    void clear() {
        stamps.clear();
        known = -1;
        keptGone = first = gone = total = unsortedBefore = 0;
    }

    /** Pairs of a stamp and the tokens with it, of all stamps later than {@code stamp}, oldest first. */
    long[] entriesAfter(long stamp) {
        long[] entries = new long[Math.toIntExact(2 * (stamps.tail() - first))];
        long before = gone;
        int next = 0;
        for (long i = first; i < stamps.tail(); i++) {
            if (stamps.stampAt(i) > stamp) {
                entries[next++] = stamps.stampAt(i);
                entries[next++] = stamps.totalAt(i) - before;
            }
            before = stamps.totalAt(i);
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
        state[place + 2] = stamps.tail();
        state[place + 3] = total;
        return place + 4;
    }

    int restore(long[] state, int place) {
        first = Math.max(stamps.kept(), state[place]);
        gone = state[place + 1] - keptGone < 0 ? keptGone : state[place + 1];
        total = state[place + 3];
        known = -1;
        stamps.cutAt(state[place + 2]);
        if (stamps.tail() > stamps.kept()) {
            stamps.setLastTotal(total);
        }
        return place + 4;
    }
}
