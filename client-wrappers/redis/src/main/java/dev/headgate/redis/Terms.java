package dev.headgate.redis;

import java.nio.charset.StandardCharsets;

/**
 * What is the same for all asks of one command. Immutable.
 *
 * @param nowMicros the time since the epoch in microseconds, 0: that of the server
 * @param maxSkewMicros how far that time may be from the server's before the server's counts instead
 */
record Terms(long nowMicros, long maxSkewMicros) {
    /** The server's clock. */
    static final Terms SERVER = new Terms(0, 0);

    private static final byte[] ZERO = {'0'};

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
