package dev.headgate.it.storms;

import dev.headgate.throttle.match.HttpReader;
import org.jspecify.annotations.Nullable;

/** An attempt as a request on the wire. */
final class AttemptReader implements HttpReader<Attempt> {
    private static final String MARK = "x-stainless-retry-count";

    private final boolean marked;

    /** @param marked whether the client says of what it repeats that it does */
    AttemptReader(boolean marked) {
        this.marked = marked;
    }

    @Override
    public String scheme(Attempt request) {
        return "https";
    }

    @Override
    public String host(Attempt request) {
        return "downstream.example";
    }

    @Override
    public int port(Attempt request) {
        return -1;
    }

    @Override
    public String method(Attempt request) {
        return "POST";
    }

    @Override
    public String rawPath(Attempt request) {
        return "/orders/" + request.callNumber();
    }

    @Override
    public @Nullable String header(Attempt request, String name) {
        return marked && name.equalsIgnoreCase(MARK) ? Integer.toString(request.repeats()) : null;
    }
}
