package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A script and the name under which Redis keeps it once it has seen it. Immutable. */
final class Script {
    private final byte[] text;
    private final byte[] sha1;

    Script(String text) {
        this.text = text.getBytes(StandardCharsets.US_ASCII);
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(this.text);
            this.sha1 = HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-1", e);
        }
    }

    /** Returns the text, for {@code EVAL}; not a copy. */
    byte[] text() {
        return text;
    }

    /** Returns the name, for {@code EVALSHA}: 40 hexadecimal digits; not a copy. */
    byte[] sha1() {
        return sha1;
    }
}
