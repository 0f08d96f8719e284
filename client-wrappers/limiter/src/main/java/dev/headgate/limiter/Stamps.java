package dev.headgate.limiter;

import org.jspecify.annotations.Nullable;

/**
 * The entries of a log in a ring that grows, each a stamp and the tokens appended up to and with it. They take 8 bytes: one
 * token each, whose total is its number; or, in cells, the numbers of cell and total, counted from a base in 32 bits. Totals of
 * their own (16 bytes) are for the rest: charges of many tokens without cells, and distances that 32 bits cannot hold.
 *
 * <p>Entries are numbered from 0 on; those in [kept, tail) are there.
 */
final class Stamps {
    private static final int SMALLEST = 8;
    private static final long LOW = 0xFFFF_FFFFL;

    /** The ticks of a cell; 0 without cells. */
    private final long cell;

    /** What a log needs where nobody waits: the ring grows to this size before it grows beyond. */
    private final int usual;

    private long[] words;
    private long @Nullable [] totals;
    private boolean packed;
    private long baseCell;
    private long baseTotal;
    private long kept;
    private int keptAt;
    private long tail;

    /** The last entry, which still changes; it is written when the next one comes. */
    private long lastStamp;

    private long lastTotal;

    Stamps(long cell, int usual) {
        this.cell = cell;
        this.usual = usual;
        this.words = new long[Math.min(SMALLEST, usual)];
        this.packed = cell > 0;
    }

    long kept() {
        return kept;
    }

    long tail() {
        return tail;
    }

    /** The stamp of the last entry; only where there is one. */
    long lastStamp() {
        return lastStamp;
    }

    /** Whether every entry is one token. */
    boolean areSingle() {
        return totals == null && !packed;
    }

    long stampAt(long index) {
        if (index == tail - 1) {
            return lastStamp;
        }
        long word = words[at(index)];
        return packed ? (baseCell + (word >> Integer.SIZE)) * cell + cell - 1 : word;
    }

    long totalAt(long index) {
        if (index == tail - 1) {
            return lastTotal;
        }
        if (packed) {
            return baseTotal + (words[at(index)] & LOW);
        }
        return totals == null ? index + 1 : totals[at(index)];
    }

    void push(long stamp, long total) {
        if (tail > kept) {
            writeLast();
        }
        if (tail - kept == words.length) {
            grow();
        }
        tail++;
        lastStamp = stamp;
        lastTotal = total;
    }

    /** Sets the total of the last entry. */
    void setLastTotal(long total) {
        lastTotal = total;
    }

    private void writeLast() {
        int place = at(tail - 1);
        if (packed) {
            if (fits(lastStamp, lastTotal)) {
                words[place] = packed(lastStamp, lastTotal);
                return;
            }
            count();
        }
        words[place] = lastStamp;
        if (totals != null) {
            totals[place] = lastTotal;
            pack();
        }
    }

    private boolean fits(long stamp, long total) {
        long number = Math.floorDiv(stamp, cell);
        long from = Ticks.minus(number, baseCell);
        return number * cell + cell - 1 == stamp && (int) from == from && isSmall(total - baseTotal);
    }

    private static boolean isSmall(long number) {
        return (number & ~LOW) == 0;
    }

    private long packed(long stamp, long total) {
        return (Math.floorDiv(stamp, cell) - baseCell) << Integer.SIZE | (total - baseTotal);
    }

    /** From now on every entry has a total of its own. */
    void count() {
        long[] each = new long[words.length];
        long[] plain = new long[words.length];
        for (long i = kept; i < tail; i++) {
            each[at(i)] = totalAt(i);
            plain[at(i)] = stampAt(i);
        }
        words = plain;
        totals = each;
        packed = false;
    }

    /** In cells, counts from the ends of what is there, if that makes all of it fit into 32 bits. */
    private void pack() {
        if (cell == 0) {
            return;
        }
        baseTotal = totalAt(kept);
        baseCell = Math.floorDiv(lastStamp, cell);
        // The ends are the farthest: they are looked at first, so that what does not fit costs little.
        boolean fit = fits(stampAt(kept), totalAt(kept)) && fits(lastStamp, lastTotal);
        for (long i = kept; fit && i < tail; i++) {
            fit = fits(stampAt(i), totalAt(i));
        }
        if (fit) {
            long[] narrow = new long[words.length];
            for (long i = kept; i < tail; i++) {
                narrow[at(i)] = packed(stampAt(i), totalAt(i));
            }
            words = narrow;
            totals = null;
            packed = true;
        }
    }

    private void grow() {
        int length = words.length;
        int wider = length < usual && usual < 2 * length ? usual : 2 * length;
        words = straightened(words, wider);
        totals = totals == null ? null : straightened(totals, wider);
        keptAt = 0;
    }

    private long[] straightened(long[] ring, int length) {
        long[] wider = new long[length];
        int untilEnd = ring.length - keptAt;
        System.arraycopy(ring, keptAt, wider, 0, untilEnd);
        System.arraycopy(ring, 0, wider, untilEnd, keptAt);
        return wider;
    }

    /** Forgets what is before this entry. */
    void keepFrom(long index) {
        if (index != kept) {
            keptAt = at(index);
            kept = index;
        }
    }

    /** Forgets this entry and what is after it. */
    void cutAt(long index) {
        if (index < tail && index > kept) {
            long stamp = stampAt(index - 1);
            lastTotal = totalAt(index - 1);
            lastStamp = stamp;
        }
        tail = index;
    }

    void clear() {
        words = words.length > SMALLEST ? new long[SMALLEST] : words;
        totals = null;
        packed = cell > 0;
        kept = tail = keptAt = 0;
    }

    private int at(long index) {
        int place = keptAt + (int) (index - kept);
        return place < words.length ? place : place - words.length;
    }
}
