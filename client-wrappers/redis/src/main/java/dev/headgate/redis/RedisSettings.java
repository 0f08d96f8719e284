package dev.headgate.redis;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the file's {@code redis} block says. Immutable and valid: whoever makes one has checked it.
 *
 * @param address where Redis is; asked before each connection, because what it is made from may change (a password in a file).
 *     It may throw {@link IllegalArgumentException} with a message that holds no secret. Thread-safe
 * @param prefix names the fleet: same prefix and rule's name, same limit; 1 to 64 of {@code A-Z a-z 0-9 . _ -}
 * @param timeoutMillis longest wait for a reply or for a connection, 1 to 10,000
 * @param clientClock whether decisions count by this process's clock; false: by that of Redis
 * @param expectedProcesses by how many a process divides limits that has not met Redis yet, at least 1
 * @param sharePercent the part of every limit that processes on this Redis may take together, 1 to 100
 * @param keySecret under which values of keys are hashed; null: made once in Redis
 */
public record RedisSettings(
        Supplier<RedisAddress> address,
        String prefix,
        int timeoutMillis,
        boolean clientClock,
        int expectedProcesses,
        int sharePercent,
        @Nullable String keySecret) {
    public static final String DEFAULT_PREFIX = "hg";
    public static final int DEFAULT_TIMEOUT_MILLIS = 50;
    public static final int DEFAULT_EXPECTED_PROCESSES = 20;
    public static final int WHOLE_SHARE = 100;

    /** The settings without secrets. */
    @Override
    public String toString() {
        return "RedisSettings[prefix=" + prefix + ", timeoutMillis=" + timeoutMillis + ", clientClock=" + clientClock
                + ", expectedProcesses=" + expectedProcesses + ", sharePercent=" + sharePercent + "]";
    }
}
