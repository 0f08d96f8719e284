package dev.headgate.redis;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a Redis server is, and as whom to speak with it. Immutable. Its text never holds the user or the password, and no
 * message of an exception does.
 *
 * @param tls whether the connection is encrypted, and the server's certificate checked against its name
 * @param host a name, or an address; IPv6 without brackets
 * @param port 1 to 65535
 * @param user of the server's access list; null: the default user
 * @param password null: the server asks for none
 * @param db the number of the database
 */
public record RedisAddress(
        boolean tls,
        String host,
        int port,
        @Nullable String user,
        @Nullable String password,
        int db) {
    private static final int DEFAULT_PORT = 6379;
    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]{0,252})");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]{2,45}(?:%[A-Za-z0-9._-]{1,32})?");
    private static final Pattern SERVER =
            Pattern.compile("(?:\\[(?<ipv6>[^\\]]*)\\]|(?<host>[^:/]*))(?::(?<port>[^:/]*))?(?:/(?<db>[^/]*))?");

    /**
     * Reads {@code redis://[[user]:password@]host[:port][/db]}, or {@code rediss://} for TLS. In user and password {@code %40}
     * means {@code @}, and so on; a password may also hold any character but {@code %} as it is.
     *
     * @throws IllegalArgumentException if it is none; the message goes on after {@code uri}: {@code names no host}
     */
    public static RedisAddress parse(String uri) {
        boolean tls = uri.startsWith("rediss://");
        if (!tls && !uri.startsWith("redis://")) {
            throw new IllegalArgumentException("does not begin with redis:// or rediss://");
        }
        String rest = uri.substring(uri.indexOf("://") + 3);
        int at = rest.lastIndexOf('@');
        String credentials = at < 0 ? "" : rest.substring(0, at);
        int colon = credentials.indexOf(':');
        if (at >= 0 && colon < 0) {
            throw new IllegalArgumentException("has a user and no password");
        }
        String user = colon <= 0 ? null : decoded(credentials.substring(0, colon));
        String password = at < 0 ? null : decoded(credentials.substring(colon + 1));
        if (password != null && password.isEmpty()) {
            throw new IllegalArgumentException(user == null ? "has an empty password" : "has a user and no password");
        }
        return server(rest.substring(at + 1), tls, user, password);
    }

    private static RedisAddress server(String text, boolean tls, @Nullable String user, @Nullable String password) {
        if (text.indexOf('?') >= 0 || text.indexOf('#') >= 0) {
            throw new IllegalArgumentException("has a `?` or `#` after the host, where nothing can stand");
        }
        if (text.indexOf(',') >= 0) {
            throw new IllegalArgumentException("names more than one server");
        }
        Matcher server = SERVER.matcher(text);
        if (!server.matches()) {
            throw new IllegalArgumentException("does not end in host, host:port or host:port/db");
        }
        String ipv6 = server.group("ipv6");
        String host = ipv6 == null ? server.group("host") : ipv6;
        if (host == null || host.isEmpty()) {
            throw new IllegalArgumentException("names no host");
        }
        if (!(ipv6 == null ? HOST : IPV6).matcher(host).matches()) {
            throw new IllegalArgumentException("has a host that is neither a name nor an address");
        }
        int port = number(server.group("port"), DEFAULT_PORT, 65_535);
        if (port < 1) {
            throw new IllegalArgumentException("has a port that is not between 1 and 65535");
        }
        int db = number(server.group("db"), 0, 99_999);
        if (db < 0) {
            throw new IllegalArgumentException("has a database that is not a number from 0");
        }
        return new RedisAddress(tls, host, port, user, password, db);
    }

    /** Returns -1 for what is no such number. */
    private static int number(@Nullable String digits, int absent, int most) {
        if (digits == null || digits.isEmpty()) {
            return absent;
        }
        int number = digits.matches("[0-9]{1,5}") ? Integer.parseInt(digits) : -1;
        return number > most ? -1 : number;
    }

    private static String decoded(String text) {
        ByteBuffer bytes = ByteBuffer.allocate(text.length() * 3);
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (c != '%') {
                bytes.put(Character.toString(c).getBytes(StandardCharsets.UTF_8));
                i += Character.charCount(c);
                continue;
            }
            String hex = text.substring(i + 1, Math.min(i + 3, text.length()));
            if (!hex.matches("[0-9A-Fa-f]{2}")) {
                throw new IllegalArgumentException("has a `%` in its user or password that is not written %25");
            }
            bytes.put((byte) Integer.parseInt(hex, 16));
            i += 3;
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
        } catch (CharacterCodingException noText) {
            throw new IllegalArgumentException("has a user or password that is not UTF-8 behind its `%`");
        }
    }

    /** Returns this with another user or password where one is given. */
    public RedisAddress as(@Nullable String otherUser, @Nullable String otherPassword) {
        return new RedisAddress(
                tls,
                host,
                port,
                otherUser == null ? user : otherUser,
                otherPassword == null ? password : otherPassword,
                db);
    }

    /** Returns {@code redis://host:port}, with the database if it is not 0. */
    @Override
    public String toString() {
        String name = host.indexOf(':') < 0 ? host : "[" + host + "]";
        return (tls ? "rediss://" : "redis://") + name + ":" + port + (db == 0 ? "" : "/" + db);
    }
}
