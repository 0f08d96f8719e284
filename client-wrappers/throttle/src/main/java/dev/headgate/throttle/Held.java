package dev.headgate.throttle;

import dev.headgate.throttle.Answer.Slot;
import java.util.ArrayList;
import java.util.List;

/** The slots that one call has, and what it has no slot for yet. Not thread-safe. */
final class Held {
    private final Ledger ledger;
    private final Request whole;
    private final List<Slot> slots = new ArrayList<>(1);
    private Request open;
    private long firstAt;
    private long lastAt;

    Held(Ledger ledger, Request whole) {
        this.ledger = ledger;
        this.whole = whole;
        this.open = whole;
    }

    void add(Slot slot) {
        extend(slot.atNanos());
        slots.add(slot);
        open = open.without(slot.charge());
    }

    /** All that was open was taken at {@code atNanos}. */
    void addRest(long atNanos) {
        extend(atNanos);
        open = new Request(whole.rule(), List.of());
    }

    private void extend(long atNanos) {
        boolean first = isEmpty();
        firstAt = first || firstAt - atNanos > 0 ? atNanos : firstAt;
        lastAt = first || atNanos - lastAt > 0 ? atNanos : lastAt;
    }

    /** The slots that the call has. */
    List<Slot> slots() {
        return slots;
    }

    boolean isEmpty() {
        return open == whole;
    }

    boolean isComplete() {
        return open.charges().isEmpty();
    }

    /** What has no slot yet. */
    Request open() {
        return open;
    }

    long firstAt() {
        return firstAt;
    }

    /** When the call goes. */
    long lastAt() {
        return lastAt;
    }

    /** Gives back what is not due, and forgets the rest: it counts as used. */
    void release() {
        for (Slot slot : slots) {
            ledger.cancel(slot);
        }
        slots.clear();
        open = whole;
    }
}
