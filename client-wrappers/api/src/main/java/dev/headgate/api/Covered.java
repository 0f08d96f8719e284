package dev.headgate.api;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Tells a wrapper whether the agent already charges a call, so that wrapper and agent together charge it once. Set by the
 * agent; without one nothing is covered. Thread-safe.
 */
public final class Covered {
    /** What the agent answers. Must not throw. */
    public interface ByAgent {
        /**
         * Returns true if the agent has instrumented {@code library} and a rule of its file, in force, charges this request.
         *
         * @param library {@code okhttp}, {@code jdk-http}, …
         * @param rawPath the path as the client sends it
         * @param header gives the first value of a header, or null
         */
        boolean http(
                String library,
                String scheme,
                String host,
                int port,
                String method,
                String rawPath,
                Function<String, @Nullable String> header);

        /**
         * Returns true if the agent has instrumented {@code library} and a rule of its file, in force, charges a borrow.
         *
         * @param library {@code hikari}, …
         * @param jdbcUrl the pool's URL; null if unknown
         * @param poolName the pool's name; null if it has none
         * @param user the pool's user; null if unknown
         */
        boolean jdbc(String library, @Nullable String jdbcUrl, @Nullable String poolName, @Nullable String user);
    }

    private static volatile @Nullable ByAgent agent;

    private Covered() {}

    /** Called once by the agent when its rules are in force. */
    public static void by(ByAgent covering) {
        agent = covering;
    }

    /** Returns what the agent answers for an HTTP request; false without an agent. Parameters as in {@link ByAgent#http}. */
    public static boolean http(
            String library,
            String scheme,
            String host,
            int port,
            String method,
            String rawPath,
            Function<String, @Nullable String> header) {
        ByAgent current = agent;
        return current != null && current.http(library, scheme, host, port, method, rawPath, header);
    }

    /** Returns what the agent answers for a borrow; false without an agent. Parameters as in {@link ByAgent#jdbc}. */
    public static boolean jdbc(
            String library, @Nullable String jdbcUrl, @Nullable String poolName, @Nullable String user) {
        ByAgent current = agent;
        return current != null && current.jdbc(library, jdbcUrl, poolName, user);
    }
}
