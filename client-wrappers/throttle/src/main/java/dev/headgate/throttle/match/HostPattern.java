package dev.headgate.throttle.match;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Which hosts: an exact name or address, {@code *.x} (one label), {@code **.x} (any depth, at least one), a CIDR block, or
 * {@code **}, with scheme and port where written. Without both it matches every port, with a scheme alone its default port.
 * Immutable; equal if they match the same calls.
 */
public final class HostPattern {
    /** From the most to the least specific. */
    enum Kind {
        EXACT,
        ONE_LABEL,
        ANY_DEPTH,
        CIDR,
        ANY
    }

    /** What a rule without hosts has. */
    static final HostPattern EVERY = new HostPattern(Kind.ANY, "**", null, 0, null, -1);

    private final Kind kind;
    /** The canonical host; for wildcards what follows the stars and the dot. */
    private final String name;

    private final @Nullable IpAddress network;
    private final int prefix;
    private final @Nullable String scheme;
    private final int port;

    HostPattern(Kind kind, String name, @Nullable IpAddress network, int prefix, @Nullable String scheme, int port) {
        this.kind = kind;
        this.name = name;
        this.network = network;
        this.prefix = prefix;
        this.scheme = scheme;
        this.port = port;
    }

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message says what is wrong and what to write
     */
    public static HostPattern parse(String text) {
        return new HostPatternParser(text).parse();
    }

    /** Returns the port that a scheme has if none is written; -1 for a scheme other than http and https. */
    static int defaultPort(String scheme) {
        return scheme.equalsIgnoreCase("https") ? 443 : scheme.equalsIgnoreCase("http") ? 80 : -1;
    }

    /**
     * Returns true if a request to there matches.
     *
     * @param scheme {@code http} or {@code https}, in any case
     * @param host as the client spells it
     * @param port -1 for the scheme's default
     */
    public boolean matches(String scheme, String host, int port) {
        return matchesPort(port > 0 ? port : defaultPort(scheme))
                && matchesScheme(scheme)
                && matchesCanonical(HostName.canonical(host));
    }

    /** Returns true if the host matches, whatever scheme and port. */
    public boolean matchesHost(String host) {
        return matchesCanonical(HostName.canonical(host));
    }

    /** Returns the host in canonical form if the pattern is an exact one, else null. */
    public @Nullable String exactHost() {
        return kind == Kind.EXACT ? name : null;
    }

    boolean matchesPort(int effective) {
        return port < 0 || port == effective;
    }

    boolean matchesScheme(String requestScheme) {
        return scheme == null || scheme.equalsIgnoreCase(requestScheme);
    }

    boolean matchesCanonical(String host) {
        return switch (kind) {
            case EXACT -> host.equals(name);
            case ONE_LABEL -> endsWithName(host) && host.indexOf('.') == host.length() - name.length() - 1;
            case ANY_DEPTH -> endsWithName(host);
            case CIDR -> contains(HostName.address(host));
            case ANY -> true;
        };
    }

    boolean contains(@Nullable IpAddress address) {
        return address != null && network != null && address.within(network, prefix);
    }

    private boolean endsWithName(String host) {
        int dot = host.length() - name.length() - 1;
        return dot > 0 && host.charAt(dot) == '.' && host.endsWith(name);
    }

    Kind kind() {
        return kind;
    }

    String name() {
        return name;
    }

    @Nullable
    String scheme() {
        return scheme;
    }

    int port() {
        return port;
    }

    /** Returns how far within its kind: of two patterns that match one host, the longer is the more specific. */
    int length() {
        return kind == Kind.CIDR ? prefix : kind == Kind.ANY ? 0 : name.length();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HostPattern that
                && kind == that.kind
                && port == that.port
                && name.equals(that.name)
                && Objects.equals(scheme, that.scheme);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, name, scheme, port);
    }

    /** Returns the pattern in canonical spelling. */
    @Override
    public String toString() {
        String stars = kind == Kind.ONE_LABEL ? "*." : kind == Kind.ANY_DEPTH ? "**." : "";
        String before = scheme == null ? "" : scheme + "://";
        boolean plainPort = port < 0 || scheme != null && port == defaultPort(scheme);
        return before + stars + name + (plainPort ? "" : ":" + port);
    }
}
