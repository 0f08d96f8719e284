package dev.headgate.api;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Names that the program gives to the calls of a thread, for limits with {@code key: ["context:NAME"]}.
 *
 * <pre>{@code
 * try (CallContext.Scope scope = CallContext.put("tenant", tenantId)) {
 *     client.newCall(request).execute();      // charged to the budget of this tenant
 * }
 * }</pre>
 *
 * <p>A value belongs to one thread and is never inherited; {@link #wrap(Runnable)} carries it to another. A call is charged
 * to what holds on the thread that starts it ({@code execute}, {@code enqueue}, {@code send}, {@code sendAsync}).
 */
public final class CallContext {
    private static final ThreadLocal<@Nullable Map<String, String>> CURRENT = new ThreadLocal<>();

    private CallContext() {}

    /**
     * Sets {@code name} on this thread until the scope is closed; then the value before it is back.
     *
     * @param name as in {@code context:NAME}
     * @param value the value; never printed
     */
    public static Scope put(String name, String value) {
        Map<String, String> before = CURRENT.get();
        Map<String, String> now = before == null ? new HashMap<>(4) : new HashMap<>(before);
        now.put(name, value);
        CURRENT.set(now);
        return new Scope(before);
    }

    /** Returns the value of {@code name} on this thread, or null. */
    public static @Nullable String get(String name) {
        Map<String, String> now = CURRENT.get();
        return now == null ? null : now.get(name);
    }

    /** Returns a task that runs with the context of the thread that called this method. */
    public static Runnable wrap(Runnable task) {
        return new Carried<Void>(CURRENT.get(), task, null);
    }

    /** Returns a task that runs with the context of the thread that called this method. */
    public static <T> Callable<T> wrap(Callable<T> task) {
        return new Carried<>(CURRENT.get(), null, task);
    }

    private static void restore(@Nullable Map<String, String> context) {
        if (context == null) {
            CURRENT.remove();
        } else {
            CURRENT.set(context);
        }
    }

    /** Ends what {@link #put} began. Close it on the same thread, in reverse order. */
    public static final class Scope implements AutoCloseable {
        private final @Nullable Map<String, String> before;

        private Scope(@Nullable Map<String, String> before) {
            this.before = before;
        }

        @Override
        public void close() {
            restore(before);
        }
    }

    // A class, not a lambda: the boot class path must do without invokedynamic.
    private static final class Carried<T> implements Runnable, Callable<T> {
        private final @Nullable Map<String, String> context;
        private final @Nullable Runnable runnable;
        private final @Nullable Callable<T> callable;

        private Carried(
                @Nullable Map<String, String> context, @Nullable Runnable runnable, @Nullable Callable<T> callable) {
            this.context = context;
            this.runnable = runnable;
            this.callable = callable;
        }

        @Override
        public void run() {
            Map<String, String> before = CURRENT.get();
            restore(context);
            try {
                if (runnable != null) {
                    runnable.run();
                }
            } finally {
                restore(before);
            }
        }

        @Override
        @SuppressWarnings("NullAway") // made with a callable wherever it is handed out as one
        public T call() throws Exception {
            Map<String, String> before = CURRENT.get();
            restore(context);
            try {
                return callable.call();
            } finally {
                restore(before);
            }
        }
    }
}
