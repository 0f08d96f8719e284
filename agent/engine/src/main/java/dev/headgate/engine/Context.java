package dev.headgate.engine;

import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** What all adapters share. Thread-safe. */
final class Context implements AdapterContext {
    private final ConcurrentHashMap<String, PerCall<?>> tables = new ConcurrentHashMap<>();
    private volatile @Nullable Downstreams downstreams;

    void inForce(Downstreams fresh) {
        downstreams = fresh;
    }

    @Override
    public Downstreams downstreams() {
        Downstreams current = downstreams;
        if (current == null) {
            throw new IllegalStateException("no file is in force");
        }
        return current;
    }

    @Override
    @SuppressWarnings("unchecked") // who shares a name agrees on what is in the table
    public <V> PerCall<V> shared(String name) {
        PerCall<?> known = tables.get(name);
        if (known == null) {
            PerCall<?> fresh = new PerCall<>();
            PerCall<?> before = tables.putIfAbsent(name, fresh);
            known = before == null ? fresh : before;
        }
        return (PerCall<V>) known;
    }
}
