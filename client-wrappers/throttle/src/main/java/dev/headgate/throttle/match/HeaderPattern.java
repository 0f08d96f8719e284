package dev.headgate.throttle.match;

/** A header that must be there with a value that fits a glob, in which {@code *} is any run of characters. Immutable. */
public final class HeaderPattern {
    private HeaderPattern() {}

    /**
     * Reads a pattern.
     *
     * @param name compared without case
     * @param glob compared with case; never printed
     * @throws IllegalArgumentException if the name is not one that a header can have
     */
    public static HeaderPattern parse(String name, String glob) {
        throw new UnsupportedOperationException();
    }

    /** Returns the header's name as it was written. */
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** Returns true if the value fits. */
    public boolean matches(String value) {
        throw new UnsupportedOperationException();
    }
}
