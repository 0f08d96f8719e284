package dev.headgate.throttle.match;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A glob on the raw path: {@code *} and {@code {id}} are one segment that is not empty, {@code **} any number of segments. One
 * slash at the end does not count. What stands before {@code **} may carry path parameters: {@code /pay/**} matches
 * {@code /pay;v}. Dot segments and escapes are compared as they are. Immutable; equal if they match the same paths.
 */
public final class PathPattern {
    /** What a rule without paths has. */
    static final PathPattern EVERY = parse("/**");

    private final String text;
    private final List<PathSegment> segments;
    private final List<String> variables;
    private final int literalLength;
    private final int bounded;

    PathPattern(String text, List<PathSegment> segments) {
        this.text = text;
        this.segments = List.copyOf(segments);
        List<String> names = new ArrayList<>();
        int literals = 0;
        int single = 0;
        for (PathSegment segment : segments) {
            if (segment.variable() != null) {
                names.add(segment.variable());
            }
            literals += segment.literal() == null ? 0 : 1 + segment.literal().length();
            single += segment.any() ? 0 : 1;
        }
        this.variables = List.copyOf(names);
        this.literalLength = literals;
        this.bounded = single;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message says what is wrong and what to write
     */
    public static PathPattern parse(String text) {
        return PathPatternParser.parse(text);
    }

    /** Returns true if the raw path, without query, matches; an empty path counts as {@code /}. */
    public boolean matches(String rawPath) {
        return walk(rawPath, null);
    }

    /** Returns the names of the template's variables, in order. */
    public List<String> variables() {
        return variables;
    }

    /** Returns the variables with their raw values in a path that matches. */
    Map<String, String> extract(String rawPath) {
        if (variables.isEmpty()) {
            return Map.of();
        }
        int[] bounds = new int[2 * segments.size()];
        Map<String, String> values = new LinkedHashMap<>();
        if (walk(rawPath, bounds)) {
            for (int i = 0; i < segments.size(); i++) {
                String name = segments.get(i).variable();
                if (name != null) {
                    values.put(name, rawPath.substring(bounds[2 * i], bounds[2 * i + 1]));
                }
            }
        }
        return values;
    }

    // A mismatch only ever makes the last `**` take one segment more: linear in practice, and no stack to overflow.
    private boolean walk(String path, int @Nullable [] bounds) {
        int size = segments.size();
        if (!path.isEmpty() && path.charAt(0) != '/') {
            return size == 1 && segments.get(0).any();
        }
        int end = path.endsWith("/") ? path.length() - 1 : path.length();
        int position = 1;
        int at = 0;
        int star = -1;
        int resume = 0;
        while (position <= end) {
            if (at < size && segments.get(at).any()) {
                if (at == size - 1) {
                    return true;
                }
                star = at++;
                resume = position;
                continue;
            }
            int stop = segmentEnd(path, position, end);
            if (at < size && segments.get(at).fits(path, position, stop)) {
                if (bounds != null) {
                    bounds[2 * at] = position;
                    bounds[2 * at + 1] = stop;
                }
                at++;
                position = stop + 1;
            } else if (star >= 0) {
                at = star + 1;
                resume = segmentEnd(path, resume, end) + 1;
                position = resume;
            } else {
                return false;
            }
        }
        while (at < size && segments.get(at).any()) {
            at++;
        }
        return at == size;
    }

    private static int segmentEnd(String path, int from, int end) {
        int slash = path.indexOf('/', from);
        return slash < 0 || slash > end ? end : slash;
    }

    /**
     * Compares how specific two patterns are, the more specific first: more literal characters, then no {@code **}, then more
     * segments of their own.
     */
    static int bySpecificity(PathPattern one, PathPattern other) {
        if (one.literalLength != other.literalLength) {
            return Integer.compare(other.literalLength, one.literalLength);
        }
        boolean oneOpen = one.bounded < one.segments.size();
        boolean otherOpen = other.bounded < other.segments.size();
        return oneOpen != otherOpen ? Boolean.compare(oneOpen, otherOpen) : Integer.compare(other.bounded, one.bounded);
    }

    /** Returns a path that both match, or null if there is none. */
    @Nullable
    String common(PathPattern other) {
        return new PathOverlap(segments, other.segments).example();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        if (!(other instanceof PathPattern that) || segments.size() != that.segments.size()) {
            return false;
        }
        for (int i = 0; i < segments.size(); i++) {
            if (!segments.get(i).sameAs(that.segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * literalLength + segments.size();
    }

    /** Returns the pattern as it was written: the template that keys name. */
    @Override
    public String toString() {
        return text;
    }
}
