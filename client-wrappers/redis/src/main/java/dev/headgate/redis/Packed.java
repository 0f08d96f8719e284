package dev.headgate.redis;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes MessagePack, the form in which scripts are told numbers: the server reads it faster than text. Not thread-safe. */
final class Packed {
    private byte[] bytes;
    private int size;

    Packed(int capacity) {
        this.bytes = new byte[capacity];
    }

    /** Begins an array of so many values. */
    Packed array(int length) {
        if (length < 16) {
            return write(0x90 | length, 0, 0);
        }
        return length < 1 << 16 ? write(0xdc, length, 2) : write(0xdd, length, 4);
    }

    Packed number(long number) {
        if (number >= -32 && number < 128) {
            return write((int) number & 0xff, 0, 0);
        }
        if (number < 0) {
            return write(0xd3, number, 8);
        }
        if (number < 1L << 16) {
            return write(0xcd, number, 2);
        }
        return number < 1L << 32 ? write(0xce, number, 4) : write(0xcf, number, 8);
    }

    /** Writes text of less than 32 ASCII characters. */
    Packed text(String text) {
        byte[] characters = text.getBytes(StandardCharsets.US_ASCII);
        if (characters.length > 31) {
            throw new IllegalArgumentException("Too long to pack: " + text);
        }
        write(0xa0 | characters.length, 0, 0);
        for (byte each : characters) {
            write(each & 0xff, 0, 0);
        }
        return this;
    }

    private Packed write(int head, long number, int width) {
        if (bytes.length < size + width + 1) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + width);
        }
        bytes[size++] = (byte) head;
        for (int shift = 8 * (width - 1); shift >= 0; shift -= 8) {
            bytes[size++] = (byte) (number >>> shift);
        }
        return this;
    }

    byte[] toBytes() {
        return bytes.length == size ? bytes : Arrays.copyOf(bytes, size);
    }
}
