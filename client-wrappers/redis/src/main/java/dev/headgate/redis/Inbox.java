package dev.headgate.redis;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be sent, in order of arrival. Any thread adds, whoever has the connection takes everything. A Treiber stack that
 * is turned round when it is taken.
 */
final class Inbox {
    private final AtomicReference<@Nullable Queued> last = new AtomicReference<>();

    boolean isEmpty() {
        return last.get() == null;
    }

    void add(Queued newest) {
        Queued before;
        do {
            before = last.get();
            newest.next = before;
        } while (!last.compareAndSet(before, newest));
    }

    /** Returns the oldest, which leads to the others; null: there is none. */
    @Nullable
    Queued takeAll() {
        Queued from = last.getAndSet(null);
        Queued oldest = null;
        while (from != null) {
            Queued before = from.next;
            from.next = oldest;
            oldest = from;
            from = before;
        }
        return oldest;
    }
}
