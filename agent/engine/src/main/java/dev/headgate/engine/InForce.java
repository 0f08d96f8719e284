package dev.headgate.engine;

import dev.headgate.throttle.Downstreams;
import org.jspecify.annotations.Nullable;

/** The rules in force, for all who must ask again for every call. Thread-safe. */
final class InForce {
    private volatile @Nullable Downstreams downstreams;

    void set(Downstreams fresh) {
        downstreams = fresh;
    }

    Downstreams get() {
        Downstreams current = downstreams;
        if (current == null) {
            throw new IllegalStateException("no file is in force");
        }
        return current;
    }
}
