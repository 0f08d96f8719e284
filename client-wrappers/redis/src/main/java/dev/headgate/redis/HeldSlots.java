package dev.headgate.redis;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The slots for which calls of this process wait. Thread-safe. */
final class HeldSlots {
    private final Set<HeldSlot> slots = ConcurrentHashMap.newKeySet();

    void add(HeldSlot slot) {
        slots.add(slot);
        slot.account().book().rule().waits(1);
    }

    /** Returns true if it was there: to one caller only. */
    boolean remove(HeldSlot slot) {
        boolean mine = slots.remove(slot);
        if (mine) {
            slot.account().book().rule().waits(-1);
        }
        return mine;
    }

    /** Counts those that are due as used. */
    void dropDue(long nowNanos) {
        for (HeldSlot slot : slots) {
            if (slot.isDue(nowNanos) && remove(slot)) {
                slot.use();
            }
        }
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }

    /** Gives back all that are not due. */
    void giveBack(Decider decider, long nowNanos) {
        for (HeldSlot slot : slots) {
            if (remove(slot) && !slot.isDue(nowNanos)) {
                slot.giveBack(decider);
            }
        }
    }
}
