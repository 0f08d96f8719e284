package dev.headgate.throttle.key;

import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import java.util.List;

/** Reads the key of calls: the same values give the same key wherever the secret is the same. Immutable, thread-safe. */
public final class KeyReader {
    private final List<KeyPart> parts;

    /**
     * Makes a reader.
     *
     * @param parts in the order in which their values are joined; empty: every key is {@link Key#NONE}
     * @param secret of the HMAC; copied
     */
    public KeyReader(List<KeyPart> parts, byte[] secret) {
        this.parts = List.copyOf(parts);
    }

    /**
     * Returns the key of a request.
     *
     * @param found what the rule table said of this request
     */
    public <R> Key read(HttpReader<R> reader, R request, Found<?> found) {
        throw new UnsupportedOperationException();
    }

    /** Returns the key of a borrow, made by this thread. */
    public Key read(JdbcTarget target) {
        throw new UnsupportedOperationException();
    }
}
