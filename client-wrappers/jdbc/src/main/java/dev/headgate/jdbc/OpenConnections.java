package dev.headgate.jdbc;

import dev.headgate.throttle.PerCall;
import java.lang.ref.WeakReference;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Which connections each thread has borrowed and not closed. A thread that holds one must not wait for another: it may hold row
 * locks, and the pool may run dry of what waiting threads hold. Thread-safe. For this library and the agent.
 */
public final class OpenConnections {
    private final PerCall<Deque<WeakReference<Connection>>> byThread;

    /**
     * Makes a view of what is known.
     *
     * @param byThread keyed by the thread that borrowed; a deque is touched by its thread alone
     */
    public OpenConnections(PerCall<Deque<WeakReference<Connection>>> byThread) {
        this.byThread = byThread;
    }

    /** Returns true if the current thread holds a connection. Asks each {@code isClosed}, which no driver sends anywhere. */
    public boolean anyOnThisThread() {
        Thread thread = Thread.currentThread();
        Deque<WeakReference<Connection>> mine = byThread.get(thread);
        if (mine == null) {
            return false;
        }
        mine.removeIf(connection -> !isOpen(connection.get()));
        if (mine.isEmpty()) {
            byThread.remove(thread);
        }
        return !mine.isEmpty();
    }

    /** Notes a connection that the current thread has borrowed, and forgets those that it has closed. */
    public void opened(Connection connection) {
        Deque<WeakReference<Connection>> mine = byThread.computeIfAbsent(Thread.currentThread(), ArrayDeque::new);
        mine.removeIf(earlier -> !isOpen(earlier.get()));
        mine.add(new WeakReference<>(connection));
    }

    private static boolean isOpen(@Nullable Connection connection) {
        try {
            return connection != null && !connection.isClosed();
        } catch (SQLException | RuntimeException broken) {
            return false;
        }
    }
}
