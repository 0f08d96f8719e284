package dev.headgate.spi;

import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;

/** What the engine gives to an adapter. Thread-safe. */
public interface AdapterContext {
    /** Returns the rules in force; ask again for every call, they may be replaced. */
    Downstreams downstreams();

    /**
     * Returns the table of that name, made at the first request. Adapters of one library are linked once for each class that
     * is instrumented; what they must share lives here, keyed weakly by the program's own object.
     *
     * @param name library and purpose, for example {@code okhttp.patience}
     */
    <V> PerCall<V> shared(String name);
}
