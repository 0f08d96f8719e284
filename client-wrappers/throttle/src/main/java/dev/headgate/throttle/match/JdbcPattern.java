package dev.headgate.throttle.match;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JDBC URL, compared by hosts, ports and database (parameters only if written, credentials never), or {@code pool:NAME}.
 * Immutable; equal if they match the same targets.
 */
public final class JdbcPattern {
    private static final String POOL = "pool:";

    private final @Nullable JdbcUrl url;
    private final String poolName;

    private JdbcPattern(@Nullable JdbcUrl url, String poolName) {
        this.url = url;
        this.poolName = poolName;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message says what is wrong and what to write, without credentials
     */
    public static JdbcPattern parse(String text) {
        if (text.startsWith(POOL)) {
            String name = text.substring(POOL.length());
            if (name.isBlank()) {
                throw new IllegalArgumentException(
                        "\"" + text + "\" names no pool: write \"pool:NAME\", as \"pool:orders\"");
            }
            return new JdbcPattern(null, name);
        }
        if (!JdbcUrlParser.isJdbc(text)) {
            // Quoted as if it were a URL, because it may hold a password.
            String meant = text.indexOf(':') < 0
                    ? POOL + text
                    : JdbcUrl.parse("jdbc:" + text).mask();
            throw new IllegalArgumentException("this is neither a JDBC URL nor a pool: write \"" + meant
                    + "\", or \"pool:NAME\" for a pool's name");
        }
        JdbcUrl url = JdbcUrl.parse(text);
        if (url.mask().indexOf('*') >= 0) {
            throw new IllegalArgumentException(
                    "\"" + url.mask()
                            + "\" has a *, but JDBC URLs are compared whole: list each of them, or name the pool as \"pool:NAME\"");
        }
        if (url.mask().length() <= "jdbc::".length()) {
            throw new IllegalArgumentException("\"" + url.mask()
                    + "\" names no database: write \"jdbc:postgresql://db.example.com/orders\" or \"pool:NAME\"");
        }
        return new JdbcPattern(url, "");
    }

    /** Returns true if the target is meant. */
    public boolean matches(JdbcTarget target) {
        if (url == null) {
            return poolName.equals(target.poolName());
        }
        return target.url() != null && url.covers(JdbcUrl.parse(target.url()));
    }

    /** Compares how specific two patterns are, the more specific first: a pool, then more parameters. */
    static int bySpecificity(JdbcPattern one, JdbcPattern other) {
        return Integer.compare(other.rank(), one.rank());
    }

    private int rank() {
        return url == null ? Integer.MAX_VALUE : url.parameterCount();
    }

    /** Returns true if one target can be meant by both; of a pool and a URL it can. */
    boolean canMeet(JdbcPattern other) {
        if (url == null || other.url == null) {
            return url != other.url || poolName.equals(other.poolName);
        }
        return url.canMeet(other.url);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof JdbcPattern that && poolName.equals(that.poolName) && Objects.equals(url, that.url);
    }

    @Override
    public int hashCode() {
        return Objects.hash(url, poolName);
    }

    /** Returns the pattern in canonical form, without credentials and the values of parameters. */
    @Override
    public String toString() {
        return url == null ? POOL + poolName : url.mask();
    }
}
