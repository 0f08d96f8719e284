package dev.headgate.throttle.match;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What is known of 1,024 host spellings at most. A look-up allocates nothing and takes no lock. A newcomer takes the place of
 * one that was not asked for again; where all were, it waits and makes them a little older. So a flood of new hosts passes by
 * those that are in use, and hosts that are no longer in use make room in time. Thread-safe.
 */
final class HostCache<V> {
    static final int CAPACITY = 1_024;

    /** No host of the DNS is longer, however it is spelled; a longer text would only hold memory. */
    static final int LONGEST = 512;

    private static final int WAYS = 8;
    private static final int SETS = CAPACITY / WAYS;
    private static final int MOST_USES = 3;

    /** So many newcomers come and go before all others of the set grow a little older. */
    private static final int PATIENCE = 8;

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
        int place = -1;
        int oldest = Integer.MAX_VALUE;
        int newest = 0;
        for (int i = from; i < from + WAYS; i++) {
            Slot<V> slot = slots.get(i);
            if (slot == null) {
                slots.set(i, new Slot<>(host, value, newest + 1));
                return;
            }
            newest = Math.max(newest, slot.arrival);
            if (slot.uses == 0 && slot.arrival < oldest) {
                place = i;
                oldest = slot.arrival;
            }
        }
        if (place >= 0) {
            slots.set(place, new Slot<>(host, value, newest + 1));
        }
        if (place < 0 || newest % PATIENCE == 0) {
            age(from);
        }
    }

    private void age(int from) {
        for (int i = from; i < from + WAYS; i++) {
            Slot<V> slot = slots.get(i);
            if (slot != null) {
                slot.uses = Math.max(0, slot.uses - 1);
            }
        }
    }

    private static int firstOfSet(String host) {
        // Numbered hosts have hashes alike in their low bits; Fibonacci hashing (Knuth, TAOCP 6.4) spreads them.
        return (host.hashCode() * 0x9e3779b9 >>> Integer.numberOfLeadingZeros(SETS - 1)) * WAYS;
    }

    private static final class Slot<V> {
        private final String host;
        private final V value;
        /** Its number among the newcomers of its set: of those not in use, the oldest goes. */
        private final int arrival;
        // Written without order by many threads: a lost count only makes a host look a little older.
        private int uses;

        Slot(String host, V value, int arrival) {
            this.host = host;
            this.value = value;
            this.arrival = arrival;
        }
    }
}
