package dev.headgate.throttle.match;

/** What a JDBC URL says of where it leads, without credentials. Immutable; equal if they lead to the same place. */
public final class JdbcUrl {
    private JdbcUrl() {}

    /** Reads any text that begins with {@code jdbc:}; one of an unknown driver is compared as it is, without parameters. */
    public static JdbcUrl parse(String url) {
        throw new UnsupportedOperationException();
    }

    /** Returns the URL in canonical form without user, password and parameters. */
    public String mask() {
        throw new UnsupportedOperationException();
    }

    /** Returns {@code host:port,host:port} in canonical form; empty for a database in a file or in memory. */
    public String hosts() {
        throw new UnsupportedOperationException();
    }
}
