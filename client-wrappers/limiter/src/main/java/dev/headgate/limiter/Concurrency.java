package dev.headgate.limiter;

import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * So many at once: a limit that knows no time, and is given back. Who finds no room may queue, first come first served.
 * Thread-safe; a permit is given back exactly once, however often it is closed.
 *
 * <pre>{@code
 * Optional<Concurrency.Permit> permit = limit.tryEnter();
 * if (permit.isPresent()) { try (Concurrency.Permit inside = permit.get()) { call(); } }
 * }</pre>
 */
public final class Concurrency {
    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Turn> queue = new ArrayDeque<>();
    private int atOnce;
    private int inside;
    private boolean admitting;

    private Concurrency(int atOnce) {
        this.atOnce = atOnce;
    }

    /** A limit of so many at once. Throws {@link IllegalArgumentException} below 1. */
    public static Concurrency of(int atOnce) {
        return new Concurrency((int) BandwidthDraft.positive("atOnce", atOnce));
    }

    /** A permit, if there is room and nobody queues for it. */
    public Optional<Permit> tryEnter() {
        lock.lock();
        try {
            if (inside >= atOnce || !queue.isEmpty()) {
                return Optional.empty();
            }
            inside++;
            return Optional.of(new Permit());
        } finally {
            lock.unlock();
        }
    }

    /**
     * Queues for a permit. {@code whenInside} gets it on this thread if there is room, else on the thread that gives one back;
     * it must be quick and hand long work to somebody else.
     */
    public Turn enqueue(Consumer<Permit> whenInside) {
        Turn turn = new Turn(Objects.requireNonNull(whenInside, "whenInside"));
        lock.lock();
        try {
            queue.add(turn);
        } finally {
            lock.unlock();
        }
        admit();
        return turn;
    }

    /**
     * Lets others in, one after the other, as long as there is room. One thread does so at a time, so that a permit that is
     * closed at once does not call deeper and deeper.
     */
    private void admit() {
        Throwable failure = null;
        for (Turn next = next(false); next != null; next = next(true)) {
            Permit permit = new Permit();
            try {
                next.whenInside.accept(permit);
            } catch (RuntimeException | Error e) {
                permit.close();
                failure = failure == null ? e : failure;
            }
        }
        if (failure instanceof Error) {
            throw (Error) failure;
        }
        if (failure != null) {
            throw (RuntimeException) failure;
        }
    }

    /** Who is let in next; null if nobody is, or if another call sees to it. */
    private @Nullable Turn next(boolean alreadyAdmitting) {
        lock.lock();
        try {
            if (admitting && !alreadyAdmitting) {
                return null;
            }
            admitting = inside < atOnce && !queue.isEmpty();
            if (!admitting) {
                return null;
            }
            inside++;
            return queue.remove();
        } finally {
            lock.unlock();
        }
    }

    /** Changes how many may be inside at once; those inside stay. */
    public void setLimit(int newAtOnce) {
        BandwidthDraft.positive("atOnce", newAtOnce);
        lock.lock();
        try {
            atOnce = newAtOnce;
        } finally {
            lock.unlock();
        }
        admit();
    }

    /** How many may be inside at once. */
    public int getLimit() {
        lock.lock();
        try {
            return atOnce;
        } finally {
            lock.unlock();
        }
    }

    /** How many are inside now. */
    public int getInside() {
        lock.lock();
        try {
            return inside;
        } finally {
            lock.unlock();
        }
    }

    /** How many queue now. */
    public int getQueued() {
        lock.lock();
        try {
            return queue.size();
        } finally {
            lock.unlock();
        }
    }

    /** A place in the queue. */
    public final class Turn {
        private final Consumer<Permit> whenInside;

        private Turn(Consumer<Permit> whenInside) {
            this.whenInside = whenInside;
        }

        /** Leaves the queue. False if it is too late: the permit was handed over, and must be closed. */
        public boolean cancel() {
            lock.lock();
            try {
                return queue.remove(this);
            } finally {
                lock.unlock();
            }
        }
    }

    /** The right to be inside. */
    public final class Permit implements AutoCloseable {
        private final AtomicBoolean closed = new AtomicBoolean();

        private Permit() {}

        /** Gives the permit back; the second time does nothing. */
        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                lock.lock();
                try {
                    inside--;
                } finally {
                    lock.unlock();
                }
                admit();
            }
        }
    }
}
