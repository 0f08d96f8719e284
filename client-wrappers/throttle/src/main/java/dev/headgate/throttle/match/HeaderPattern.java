package dev.headgate.throttle.match;

/** A pattern. */
public final class HeaderPattern {
    private HeaderPattern() {}
}
