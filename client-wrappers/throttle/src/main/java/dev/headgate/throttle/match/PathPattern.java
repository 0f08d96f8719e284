package dev.headgate.throttle.match;

/** A pattern. */
public final class PathPattern {
    private PathPattern() {}
}
