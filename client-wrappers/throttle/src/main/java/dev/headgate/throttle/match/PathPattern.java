package dev.headgate.throttle.match;

import java.util.List;

/**
 * A glob on the raw path: {@code *} and {@code {id}} are one segment, {@code **} any number; a trailing slash does not count.
 * Immutable.
 */
public final class PathPattern {
    private PathPattern() {}

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message says what is wrong and what to write
     */
    public static PathPattern parse(String text) {
        throw new UnsupportedOperationException();
    }

    /** Returns true if the raw path, without query, matches; an empty path counts as {@code /}. */
    public boolean matches(String rawPath) {
        throw new UnsupportedOperationException();
    }

    /** Returns the names of the template's variables, in order. */
    public List<String> variables() {
        throw new UnsupportedOperationException();
    }
}
