package dev.headgate.redis;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The slots for which calls of this process wait. Thread-safe. */
final class HeldSlots {
    private static final int MOST_KEYS = 64;

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

    /** The schedules of a rule's keys in which calls wait; some of them, if they are many. */
    List<Schedule> keysOf(FleetRule rule) {
        return slots.stream()
                .filter(slot -> slot.account().book().rule() == rule)
                .map(slot -> slot.account().schedule())
                .filter(schedule -> !schedule.leads())
                .distinct()
                .limit(MOST_KEYS)
                .toList();
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
