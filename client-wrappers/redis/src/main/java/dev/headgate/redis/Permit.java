package dev.headgate.redis;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The right to be inside, for as long as the process lives and renews it. Thread-safe, but for what only {@link PermitBook}
 * touches.
 */
final class Permit implements AutoCloseable {
    /** Whether Redis may have heard of it. */
    boolean told;

    /** Whether Redis has said that it is there. */
    boolean known;

    /** When the trip began that renewed it last, in nanoseconds. */
    long renewedAt;

    private final byte[] name;
    private final Consumer<Permit> giveBack;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean lapsed;

    Permit(byte[] name, Consumer<Permit> giveBack) {
        this.name = name;
        this.giveBack = giveBack;
    }

    /** Returns its name in Redis; not a copy. */
    byte[] name() {
        return name;
    }

    /**
     * Whether it has ever lapsed while it was held, because the process was stopped or Redis was away or forgot. It is there
     * again, but somebody else may be inside in its place.
     */
    boolean hasLapsed() {
        return lapsed;
    }

    void lapse() {
        lapsed = true;
    }

    /** Gives it back, without a wait; the second time does nothing. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            giveBack.accept(this);
        }
    }
}
