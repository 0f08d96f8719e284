package dev.headgate.redis;

import dev.headgate.throttle.RandomSecret;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The secret under which values of keys are hashed: the one that is configured; else the first that any process of the fleet has
 * brought to Redis, and until Redis was met one of this process's own. Thread-safe.
 */
final class KeySecret implements Supplier<byte[]> {
    /** How often a process makes sure that Redis still has it. */
    static final long REFRESH_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final String KEPT_SECONDS = Long.toString(TimeUnit.DAYS.toSeconds(30));
    private static final Script SCRIPT = new Script(String.join("\n", Parts.lines("key-secret")));

    private final boolean shared;
    private final byte[] key;
    private final Supplier<byte[]> own = new RandomSecret();
    private volatile byte @Nullable [] current;
    private volatile boolean needed;

    KeySecret(@Nullable String configured, String prefix) {
        this.shared = configured == null;
        this.current = configured == null ? null : configured.getBytes(StandardCharsets.UTF_8);
        this.key = KeyNames.ofPrefix(prefix, "key-secret");
    }

    /** Some rule has keys. */
    void need() {
        needed = true;
    }

    /** Whether this process and Redis must agree about it. */
    boolean isShared() {
        return shared && needed;
    }

    @Override
    public byte[] get() {
        byte[] secret = current;
        return secret == null ? first() : secret;
    }

    private synchronized byte[] first() {
        byte[] secret = current;
        if (secret == null) {
            secret = HexFormat.of().formatHex(own.get()).getBytes(StandardCharsets.US_ASCII);
            current = secret;
        }
        return secret;
    }

    /** Brings this process's secret and asks for the one that holds. */
    Command command() {
        return new Command(SCRIPT, List.of(key), List.of(get(), KEPT_SECONDS.getBytes(StandardCharsets.US_ASCII)));
    }

    /** Hears the reply. */
    synchronized void agree(@Nullable Object reply) {
        if (reply instanceof byte[] secret && secret.length > 0 && !Arrays.equals(secret, current)) {
            current = secret;
        }
    }
}
