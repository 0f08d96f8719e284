package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What is the same for all asks of one command. Immutable.
 *
 * @param nowMicros the time since the epoch in microseconds, 0: that of the server
 * @param maxSkewMicros how far that time may be from the server's before the server's counts instead
 * @param news what the first schedule's rule is told; null: nothing
 */
record Terms(long nowMicros, long maxSkewMicros, @Nullable News news) {
    /** The server's clock, and nothing of rules. */
    static final Terms SERVER = new Terms(0, 0, null);

    private static final byte[] ZERO = {'0'};

    Terms(long nowMicros, long maxSkewMicros) {
        this(nowMicros, maxSkewMicros, null);
    }

    Terms with(@Nullable News other) {
        return new Terms(nowMicros, maxSkewMicros, other);
    }

    byte[] now() {
        return nowMicros == 0 ? ZERO : ascii(nowMicros);
    }

    byte[] maxSkew() {
        return maxSkewMicros == 0 ? ZERO : ascii(maxSkewMicros);
    }

    private static byte[] ascii(long number) {
        return Long.toString(number).getBytes(StandardCharsets.US_ASCII);
    }
}
