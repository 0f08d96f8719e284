package dev.headgate.throttle;

import java.util.concurrent.atomic.AtomicInteger;

/** How many calls may wait at the same time. Thread-safe. */
final class Places {
    private final int most;
    private final AtomicInteger taken = new AtomicInteger();

    Places(int most) {
        this.most = most;
    }

    int most() {
        return most;
    }

    int taken() {
        return taken.get();
    }

    boolean enter() {
        int now = taken.get();
        while (now < most) {
            if (taken.compareAndSet(now, now + 1)) {
                return true;
            }
            now = taken.get();
        }
        return false;
    }

    void leave() {
        taken.decrementAndGet();
    }
}
