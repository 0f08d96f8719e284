package dev.headgate.engine;

import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What the adapters of one library share. It lives as long as their class loader and is referred to by them alone, so that a
 * table keeps nothing of a program that is gone. Thread-safe.
 */
final class Context implements AdapterContext {
    private final ConcurrentHashMap<String, PerCall<?>> tables = new ConcurrentHashMap<>();
    private final InForce rules;

    Context(InForce rules) {
        this.rules = rules;
    }

    @Override
    public Downstreams downstreams() {
        return rules.get();
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
