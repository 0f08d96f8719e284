package dev.headgate.adapter.okhttp;

import dev.headgate.throttle.Demand;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * The wire requests that the current thread is making, from the connection's seam to its end: more than one where OkHttp itself
 * asks something that calls out (a {@code Dns}, an {@code Authenticator} of a proxy). Holds types of the JDK alone and is empty
 * between calls, because threads outlive class loaders. Thread-safe.
 */
final class InFlight {
    /** What was begun and never ended, because the seam failed, is not kept for ever. */
    private static final int MOST = 64;

    /** Chain and demand in turn, the innermost on top. */
    private final ThreadLocal<@Nullable ArrayDeque<Object>> requests = new ThreadLocal<>();

    /** The request of that chain goes, and takes this. */
    void begin(Object chain, Demand demand) {
        ArrayDeque<Object> mine = requests.get();
        if (mine == null) {
            mine = new ArrayDeque<>();
            requests.set(mine);
        } else if (mine.size() >= MOST) {
            mine.clear();
        }
        mine.push(demand);
        mine.push(chain);
    }

    /** The request of that chain has ended; returns what it took, or null if nothing is known of it. */
    @Nullable
    Demand end(Object chain) {
        ArrayDeque<Object> mine = requests.get();
        if (mine == null || mine.isEmpty()) {
            return null;
        }
        if (mine.peek() != chain && !has(mine, chain)) {
            return null;
        }
        while (mine.pop() != chain) {
            mine.pop();
        }
        return (Demand) mine.pop();
    }

    private static boolean has(ArrayDeque<Object> requests, Object chain) {
        for (Object each : requests) {
            if (each == chain) {
                return true;
            }
        }
        return false;
    }
}
