package dev.headgate.spi;

import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;

/** What the engine gives to an adapter. Thread-safe. */
public interface AdapterContext {
    /** Returns the rules in force; ask again for every call, they may be replaced. */
    Downstreams downstreams();

    /**
     * Returns the table of that name, made at the first request. Adapters of one library live in one class loader wherever the
     * library's own classes do; they share these tables and their types. Keyed weakly by the program's own object; a value
     * must not refer to its key.
     *
     * @param name for example {@code patience}
     */
    <V> PerCall<V> shared(String name);
}
