package dev.headgate.throttle.match;

import org.jspecify.annotations.Nullable;

/**
 * Which hosts: an exact name or address, {@code *.x} (one label), {@code **.x} (any depth, at least one), a CIDR block, or
 * {@code **}, with scheme and port where written. Immutable; equal if they match the same calls.
 */
public final class HostPattern {
    private HostPattern() {}

    /**
     * Reads a pattern.
     *
     * @throws IllegalArgumentException if it is none; the message says what is wrong and what to write
     */
    public static HostPattern parse(String text) {
        throw new UnsupportedOperationException();
    }

    /**
     * Returns true if a request to there matches.
     *
     * @param scheme {@code http} or {@code https}, in any case
     * @param host as the client spells it
     * @param port -1 for the scheme's default
     */
    public boolean matches(String scheme, String host, int port) {
        throw new UnsupportedOperationException();
    }

    /** Returns true if the host matches, whatever scheme and port. */
    public boolean matchesHost(String host) {
        throw new UnsupportedOperationException();
    }

    /** Returns the host in canonical form if the pattern is an exact one, else null. */
    public @Nullable String exactHost() {
        throw new UnsupportedOperationException();
    }
}
