package dev.headgate.throttle.key;

import java.util.HexFormat;

/**
 * Which budget of a rule: the first 128 bits of an HMAC-SHA-256 of the values that the key names. Immutable.
 *
 * @param high bits 0 to 63 of the HMAC
 * @param low bits 64 to 127
 */
public record Key(long high, long low) {
    /** The budget of calls that have none of the values. */
    public static final Key NONE = new Key(0, 0);

    /** Returns 32 hexadecimal digits, or {@code none}. */
    @Override
    public String toString() {
        HexFormat hex = HexFormat.of();
        return equals(NONE) ? "none" : hex.toHexDigits(high) + hex.toHexDigits(low);
    }
}
