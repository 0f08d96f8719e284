package dev.headgate.throttle.match;

import org.jspecify.annotations.Nullable;

/**
 * Reads one client's request type. Stateless, so that reading allocates nothing that the request does not have anyway.
 *
 * @param <R> the client's request
 */
public interface HttpReader<R> {
    /** Returns {@code http} or {@code https}, in any case. */
    String scheme(R request);

    /** Returns the host as the client has it: any case, IPv6 with or without brackets. */
    String host(R request);

    /** Returns the port, or -1 for the scheme's default. */
    int port(R request);

    /** Returns the method, for example {@code POST}. */
    String method(R request);

    /** Returns the raw path without query and fragment, as it goes on the wire; empty counts as {@code /}. */
    String rawPath(R request);

    /** Returns the raw query without its question mark; null if there is none, or if the client does not tell it. */
    default @Nullable String rawQuery(R request) {
        return null;
    }

    /** Returns the first value of a header, or null. Names are compared without case. */
    @Nullable
    String header(R request, String name);
}
