package dev.headgate.throttle.key;

import dev.headgate.api.CallContext;
import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HostName;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import dev.headgate.throttle.match.JdbcUrl;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the key of calls: the same values give the same key wherever the secret is the same. A value that a call has not is
 * different from every value, an empty one too; a call with none of them has {@link Key#NONE}. Immutable, thread-safe.
 */
public final class KeyReader {
    private final List<KeyPart> parts;
    private final Supplier<byte[]> secret;
    private volatile @Nullable Keyed keyed;

    /** A hash and the very array that it was made from. */
    private static final class Keyed {
        final byte[] secret;
        final HmacSha256 hmac;

        Keyed(byte[] secret) {
            this.secret = secret;
            this.hmac = new HmacSha256(secret);
        }
    }

    /**
     * Makes a reader.
     *
     * @param parts in the order in which their values are joined; empty: every key is {@link Key#NONE}
     * @param secret returns the secret of the HMAC: the same array as long as it is the same secret. Asked for each key
     */
    public KeyReader(List<KeyPart> parts, Supplier<byte[]> secret) {
        this.parts = List.copyOf(parts);
        this.secret = secret;
    }

    /**
     * Returns the key of a request, made by this thread.
     *
     * @param found what the rule table said of this request
     */
    public <R> Key read(HttpReader<R> reader, R request, Found<?> found) {
        Tuple tuple = new Tuple();
        for (KeyPart part : parts) {
            tuple.add(value(part, reader, request, found));
        }
        return key(tuple);
    }

    /** Returns the key of a borrow, made by this thread. */
    public Key read(JdbcTarget target) {
        Tuple tuple = new Tuple();
        for (KeyPart part : parts) {
            tuple.add(value(part, target));
        }
        return key(tuple);
    }

    private Key key(Tuple tuple) {
        return tuple.anyPresent() ? tuple.hashed(hmac()) : Key.NONE;
    }

    private HmacSha256 hmac() {
        byte[] now = secret.get();
        Keyed last = keyed;
        if (last == null || last.secret != now) {
            last = new Keyed(now);
            keyed = last;
        }
        return last.hmac;
    }

    private static <R> @Nullable String value(KeyPart part, HttpReader<R> reader, R request, Found<?> found) {
        return switch (part.kind()) {
            case HOST -> HostName.canonical(reader.host(request));
            case METHOD -> reader.method(request).toUpperCase(Locale.ROOT);
            case PATH -> found.template();
            case PATH_VARIABLE -> found.variables().get(part.name());
            case HEADER -> reader.header(request, part.name());
            case JWT -> BearerToken.claim(reader.header(request, "Authorization"), part.name());
            case USER -> null;
            case CONTEXT -> CallContext.get(part.name());
        };
    }

    private static @Nullable String value(KeyPart part, JdbcTarget target) {
        return switch (part.kind()) {
            case HOST -> hosts(target.url());
            case USER -> target.user();
            case CONTEXT -> CallContext.get(part.name());
            case METHOD, PATH, PATH_VARIABLE, HEADER, JWT -> null;
        };
    }

    private static @Nullable String hosts(@Nullable String url) {
        String hosts = url == null ? "" : JdbcUrl.parse(url).hosts();
        return hosts.isEmpty() ? null : hosts;
    }
}
