package dev.headgate.okhttp;

import dev.headgate.throttle.match.HttpReader;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/** Reads OkHttp's requests. Stateless. For this library and the agent; a program has no use for it. */
public final class OkHttpRequests implements HttpReader<Request> {
    /** The one instance. */
    public static final OkHttpRequests READER = new OkHttpRequests();

    private OkHttpRequests() {}

    @Override
    public String scheme(Request request) {
        return request.url().scheme();
    }

    @Override
    public String host(Request request) {
        return request.url().host();
    }

    @Override
    public int port(Request request) {
        return request.url().port();
    }

    @Override
    public String method(Request request) {
        return request.method();
    }

    @Override
    public String rawPath(Request request) {
        return request.url().encodedPath();
    }

    @Override
    public @Nullable String rawQuery(Request request) {
        return request.url().encodedQuery();
    }

    @Override
    public @Nullable String header(Request request, String name) {
        return request.header(name);
    }
}
