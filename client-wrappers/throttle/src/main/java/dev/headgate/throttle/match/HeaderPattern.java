package dev.headgate.throttle.match;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A header that must be there with a value that fits a glob, in which {@code *} is any run of characters. Immutable. */
public final class HeaderPattern {
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private final String name;
    private final String lowerName;
    private final String glob;

    private HeaderPattern(String name, String glob) {
        this.name = name;
        this.lowerName = name.toLowerCase(Locale.ROOT);
        this.glob = glob;
    }

    /**
     * Reads a pattern.
     *
     * @param name compared without case
     * @param glob compared with case; never printed
     * @throws IllegalArgumentException if the name is not one that a header can have
     */
    public static HeaderPattern parse(String name, String glob) {
        if (!isHeaderName(name)) {
            throw new IllegalArgumentException("\"" + name
                    + "\" is not a header's name: write one of letters, digits and dashes, as \"Authorization\"");
        }
        return new HeaderPattern(name, glob);
    }

    /** Returns true if a header can have this name (a token of RFC 9110). */
    public static boolean isHeaderName(String name) {
        return Ascii.isWord(name, TOKEN_MARKS);
    }

    /** Returns the header's name as it was written. */
    public String name() {
        return name;
    }

    /** Returns true if the value fits. */
    public boolean matches(String value) {
        return Glob.matches(glob, value);
    }

    /** Returns false if no request can have both: one header, and no value that fits the two globs. */
    boolean canMeet(HeaderPattern other) {
        return !lowerName.equals(other.lowerName) || Glob.overlap(glob, other.glob);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HeaderPattern that && lowerName.equals(that.lowerName) && glob.equals(that.glob);
    }

    @Override
    public int hashCode() {
        return 31 * lowerName.hashCode() + glob.hashCode();
    }

    /** Returns the name alone: the value may be a secret. */
    @Override
    public String toString() {
        return "header " + name;
    }
}
