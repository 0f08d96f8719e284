package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.PerCall;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * Carries a decision from {@code sendAsync} down to the exchange that it makes on the same thread. What lies between may run
 * the program's code (a {@code ProxySelector}) that calls out itself: a call inside a call puts a mark of its own on top, so
 * that its exchange does not take the outer one's decision. Thread-safe.
 */
final class Handover {
    private final PerCall<Entry> tops;

    Handover(AdapterContext context) {
        this.tops = context.shared("jdk-http.starting");
    }

    /** To be called first of all when a call is entered; allocates nothing unless it is inside another that is held. */
    void begin() {
        Entry outer = top();
        if (outer != null) {
            tops.put(Thread.currentThread(), new Entry(outer, null));
        }
    }

    /** Lets {@code start} have the exchange that the call of this thread is going to make. */
    void hold(Beginning start) {
        Entry mark = top();
        tops.put(Thread.currentThread(), new Entry(mark == null ? null : mark.outer, start));
    }

    /** Says what becomes of an exchange that is made on this thread; as {@link Beginning#begin}. */
    @Nullable
    Answer take(Object exchange, Executor own) {
        Entry top = top();
        return top == null || top.start == null ? null : top.start.begin(exchange, own);
    }

    /** To be called when a call is left; returns what was held for it, if anything. */
    @Nullable
    Beginning end() {
        Entry mine = top();
        if (mine == null) {
            return null;
        }
        if (mine.outer == null) {
            tops.remove(Thread.currentThread());
        } else {
            tops.put(Thread.currentThread(), mine.outer);
        }
        return mine.start;
    }

    private @Nullable Entry top() {
        return tops.get(Thread.currentThread());
    }

    /**
     * @param outer the call around this one, if that is held
     * @param start null for a call that is not held itself
     */
    private record Entry(@Nullable Entry outer, @Nullable Beginning start) {}
}
