package dev.headgate.throttle.match;

/** A pattern. */
public final class JdbcPattern {
    private JdbcPattern() {}
}
