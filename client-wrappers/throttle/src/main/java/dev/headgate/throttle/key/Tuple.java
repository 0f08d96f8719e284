package dev.headgate.throttle.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Values joined so that no two lists give the same bytes: each after its length, an absent one as the length -1. For one thread.
 */
final class Tuple {
    private byte[] bytes = new byte[64];
    private int length;
    private boolean anyPresent;

    void add(@Nullable String value) {
        if (value == null) {
            addLength(-1);
            return;
        }
        anyPresent = true;
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        addLength(utf8.length);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
    }

    boolean anyPresent() {
        return anyPresent;
    }

    Key hashed(HmacSha256 hmac) {
        byte[] hash = hmac.of(bytes, length);
        return new Key(bits(hash, 0), bits(hash, Long.BYTES));
    }

    private void addLength(int value) {
        reserve(Integer.BYTES);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes[length++] = (byte) (value >>> shift);
        }
    }

    private void reserve(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
        }
    }

    private static long bits(byte[] hash, int from) {
        long bits = 0;
        for (int i = from; i < from + Long.BYTES; i++) {
            bits = bits << 8 | hash[i] & 0xff;
        }
        return bits;
    }
}
