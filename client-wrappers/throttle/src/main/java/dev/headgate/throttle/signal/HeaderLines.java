package dev.headgate.throttle.signal;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The header lines of one response that are of interest, each name's first {@value #MOST_OF_A_NAME} of at most {@value
 * #LONGEST_VALUE} characters. Is lent and given back, so that a response that has none of them costs no memory; what is lent
 * by one thread is not lent to another. Not thread-safe.
 */
final class HeaderLines implements ResponseReader.HeaderVisitor {
    private static final int LONGEST_VALUE = 256;
    private static final int MOST_OF_A_NAME = 16;
    private static final int KEPT_LENGTH = 64;

    /** Not one per thread, which would outlive the program that brought this class and hold it back. */
    private static final AtomicReferenceArray<@Nullable HeaderLines> FREE = new AtomicReferenceArray<>(16);

    private String[] names = new String[8];
    private String[] values = new String[8];
    private int size;
    private @Nullable String date;

    private HeaderLines() {}

    /** Lends one, which is empty. */
    static HeaderLines lend() {
        HeaderLines free = FREE.getAndSet(slot(), null);
        return free == null ? new HeaderLines() : free;
    }

    /** Takes this back; it must not be used any more. */
    void giveBack() {
        date = null;
        if (names.length <= KEPT_LENGTH) {
            Arrays.fill(names, 0, size, "");
            Arrays.fill(values, 0, size, "");
            size = 0;
            FREE.set(slot(), this);
        }
    }

    private static int slot() {
        return (int) Thread.currentThread().getId() & (FREE.length() - 1);
    }

    @Override
    public void header(String name, String value) {
        String known = HeaderNames.find(name);
        if (known == null || value.length() > LONGEST_VALUE) {
            return;
        }
        if (known.equals(HeaderNames.DATE)) {
            date = date == null ? value : date;
            return;
        }
        int same = 0;
        for (int i = 0; i < size; i++) {
            same += names[i].equals(known) ? 1 : 0;
        }
        if (same < MOST_OF_A_NAME) {
            add(known, value);
        }
    }

    private void add(String name, String value) {
        if (size == names.length) {
            names = Arrays.copyOf(names, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        names[size] = name;
        values[size] = value;
        size++;
    }

    /** Returns whether there is nothing but a date. */
    boolean isEmpty() {
        return size == 0;
    }

    @Nullable
    String date() {
        return date;
    }

    /** Returns where the first line of this name from {@code index} on is; -1 if there is none. */
    int find(String name, int index) {
        for (int i = index; i < size; i++) {
            if (names[i].equals(name)) {
                return i;
            }
        }
        return -1;
    }

    String value(int index) {
        return values[index];
    }

    boolean has(String name) {
        return find(name, 0) >= 0;
    }

    /** Returns whether a line of this name says just that, in any case. */
    boolean says(String name, String value) {
        for (int i = find(name, 0); i >= 0; i = find(name, i + 1)) {
            if (values[i].strip().equalsIgnoreCase(value)) {
                return true;
            }
        }
        return false;
    }
}
