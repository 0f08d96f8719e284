package dev.headgate.throttle;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a client's own objects (a call, a connection, a pool), for as long as the program holds them: a map with
 * weak keys, compared by identity. A value must not refer to its key. Thread-safe.
 *
 * @param <V> what is known
 */
public final class PerCall<V> {
    private final ConcurrentHashMap<Key, V> values = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    public @Nullable V get(Object call) {
        return values.isEmpty() ? null : values.get(new Key(call, null));
    }

    /** Returns the value, made by {@code first} where there is none yet. */
    public V computeIfAbsent(Object call, Supplier<V> first) {
        dropGone();
        return values.computeIfAbsent(new Key(call, gone), key -> first.get());
    }

    public void put(Object call, V value) {
        dropGone();
        values.put(new Key(call, gone), value);
    }

    /** Takes the value out; of several threads only one gets it. */
    public @Nullable V remove(Object call) {
        return values.isEmpty() ? null : values.remove(new Key(call, null));
    }

    /** Returns how many calls are known; those already collected may count for a while. */
    public int size() {
        dropGone();
        return values.size();
    }

    private void dropGone() {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            values.remove(key);
        }
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object call, @Nullable ReferenceQueue<Object> queue) {
            super(call, queue);
            this.hash = System.identityHashCode(call);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            if (this == other) {
                return true;
            }
            Object mine = get();
            return mine != null && other instanceof Key && ((Key) other).get() == mine;
        }
    }
}
