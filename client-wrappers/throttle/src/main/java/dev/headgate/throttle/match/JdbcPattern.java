package dev.headgate.throttle.match;

/**
 * A JDBC URL, compared by hosts, ports and database (parameters only if written, credentials never), or {@code pool:NAME}.
 * Immutable.
 */
public final class JdbcPattern {
    private JdbcPattern() {}

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message says what is wrong and what to write, without credentials
     */
    public static JdbcPattern parse(String text) {
        throw new UnsupportedOperationException();
    }

    /** Returns true if the target is meant. */
    public boolean matches(JdbcTarget target) {
        throw new UnsupportedOperationException();
    }
}
