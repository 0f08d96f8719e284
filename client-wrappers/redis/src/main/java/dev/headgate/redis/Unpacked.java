package dev.headgate.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads what {@link Packed} or a script wrote: texts and numbers, one after the other. Not thread-safe. */
final class Unpacked {
    private final ByteBuffer bytes;

    Unpacked(byte[] packed) {
        this.bytes = ByteBuffer.wrap(packed);
    }

    String text() {
        byte[] characters = new byte[bytes.get() & 0x1f];
        bytes.get(characters);
        return new String(characters, StandardCharsets.US_ASCII);
    }

    long number() {
        int head = bytes.get() & 0xff;
        switch (head) {
            case 0xcc:
                return bytes.get() & 0xff;
            case 0xcd:
                return bytes.getShort() & 0xffff;
            case 0xce:
                return bytes.getInt() & 0xffff_ffffL;
            case 0xcf:
            case 0xd3:
                return bytes.getLong();
            case 0xd0:
                return bytes.get();
            case 0xd1:
                return bytes.getShort();
            case 0xd2:
                return bytes.getInt();
            default:
                return (byte) head;
        }
    }
}
