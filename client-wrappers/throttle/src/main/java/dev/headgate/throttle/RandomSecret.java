package dev.headgate.throttle;

import java.security.SecureRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A secret of 32 bytes, made at its first use, that no other process has. Thread-safe. */
public final class RandomSecret implements Supplier<byte[]> {
    private static final int BYTES = 32;

    private byte @Nullable [] secret;

    /** Returns the secret; not a copy. */
    @Override
    public synchronized byte[] get() {
        byte[] made = secret;
        if (made == null) {
            made = new byte[BYTES];
            new SecureRandom().nextBytes(made);
            secret = made;
        }
        return made;
    }
}
