package dev.headgate.throttle.match;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One part of a path pattern.
 *
 * @param literal what must stand there; null for a wildcard
 * @param variable the name of a {@code {name}}; null for the others
 * @param any true for {@code **}
 * @param open true for a literal before {@code **}: path parameters may follow it
 */
record PathSegment(@Nullable String literal, @Nullable String variable, boolean any, boolean open) {
    /** Returns true if the segment from {@code start} to {@code stop} of a raw path is such a one; not for {@code **}. */
    boolean fits(String path, int start, int stop) {
        if (literal == null) {
            return stop > start;
        }
        int length = stop - start;
        boolean whole = length == literal.length();
        boolean withParameters = open && length > literal.length() && path.charAt(start + literal.length()) == ';';
        return (whole || withParameters) && path.startsWith(literal, start);
    }

    /** Returns a segment that both fit, or null; not for {@code **}. */
    @Nullable
    String common(PathSegment other) {
        if (literal == null) {
            return other.literal == null ? "x" : other.literal.isEmpty() ? null : other.literal;
        }
        boolean fits = other.fits(literal, 0, literal.length());
        if (other.literal == null || fits) {
            return fits ? literal : null;
        }
        return fits(other.literal, 0, other.literal.length()) ? other.literal : null;
    }

    boolean sameAs(PathSegment other) {
        return any == other.any && open == other.open && Objects.equals(literal, other.literal);
    }
}
