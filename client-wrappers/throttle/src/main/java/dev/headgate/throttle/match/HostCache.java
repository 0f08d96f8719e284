package dev.headgate.throttle.match;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What is known of 1,024 host spellings at most. A look-up allocates nothing and takes no lock. A newcomer takes the place of
 * one that was not asked for again; where all were, it waits and makes them a little older. So a flood of new hosts passes by
 * those that are in use. Thread-safe.
 */
final class HostCache<V> {
    static final int CAPACITY = 1_024;

    /** No host of the DNS is longer, however it is spelled; a longer text would only hold memory. */
    static final int LONGEST = 512;

    private static final int WAYS = 8;
    private static final int SETS = CAPACITY / WAYS;
    private static final int MOST_USES = 3;

    private final AtomicReferenceArray<@Nullable Slot<V>> slots = new AtomicReferenceArray<>(CAPACITY);

    @Nullable
    V get(String host) {
        int from = firstOfSet(host);
        for (int i = from; i < from + WAYS; i++) {
            Slot<V> slot = slots.get(i);
            if (slot != null && slot.host.equals(host)) {
                if (slot.uses < MOST_USES) {
                    slot.uses++;
                }
                return slot.value;
            }
        }
        return null;
    }

    void put(String host, V value) {
        if (host.length() > LONGEST) {
            return;
        }
        int from = firstOfSet(host);
        for (int i = from; i < from + WAYS; i++) {
            Slot<V> slot = slots.get(i);
            if (slot == null || slot.uses == 0 || slot.host.equals(host)) {
                slots.set(i, new Slot<>(host, value));
                return;
            }
        }
        for (int i = from; i < from + WAYS; i++) {
            Slot<V> slot = slots.get(i);
            if (slot != null) {
                slot.uses = Math.max(0, slot.uses - 1);
            }
        }
    }

    private static int firstOfSet(String host) {
        int hash = host.hashCode();
        return ((hash ^ hash >>> 16 ^ hash >>> 7) & SETS - 1) * WAYS;
    }

    private static final class Slot<V> {
        private final String host;
        private final V value;
        // Written without order by many threads: a lost count only makes a host look a little older.
        private int uses;

        Slot(String host, V value) {
            this.host = host;
            this.value = value;
        }
    }
}
