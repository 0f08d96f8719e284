package dev.headgate.throttle.key;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * HMAC-SHA-256 (RFC 2104) on the plain digest: it keeps the state after the secret, so that a short message costs two blocks,
 * needs no lock, and the program's cryptographic providers are not loaded for it. Thread-safe.
 */
final class HmacSha256 {
    private static final int BLOCK = 64;

    private final MessageDigest inner;
    private final MessageDigest outer;

    HmacSha256(byte[] secret) {
        byte[] padded = Arrays.copyOf(secret.length > BLOCK ? sha256().digest(secret) : secret, BLOCK);
        this.inner = begun(padded, (byte) 0x36);
        this.outer = begun(padded, (byte) 0x5c);
        Arrays.fill(padded, (byte) 0);
    }

    /** Returns the 32 bytes for the first {@code length} bytes of {@code message}. */
    byte[] of(byte[] message, int length) {
        MessageDigest first = copy(inner);
        first.update(message, 0, length);
        MessageDigest second = copy(outer);
        return second.digest(first.digest());
    }

    private static MessageDigest begun(byte[] padded, byte pad) {
        MessageDigest digest = sha256();
        for (byte b : padded) {
            digest.update((byte) (b ^ pad));
        }
        return digest;
    }

    // Both states are only ever copied after they were made.
    private static MessageDigest copy(MessageDigest state) {
        try {
            return (MessageDigest) state.clone();
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException("this JDK's SHA-256 cannot be copied: " + state.getProvider(), e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this JDK has no SHA-256, which every Java platform must have", e);
        }
    }
}
