package dev.headgate.okhttp;

import dev.headgate.throttle.signal.ResponseReader;
import okhttp3.Headers;
import okhttp3.Response;

/** Reads OkHttp's responses, never their bodies. Stateless. For this library and the agent; a program has no use for it. */
public final class OkHttpResponses implements ResponseReader<Response> {
    /** The one instance. */
    public static final OkHttpResponses READER = new OkHttpResponses();

    private OkHttpResponses() {}

    @Override
    public int status(Response response) {
        return response.code();
    }

    @Override
    public void headers(Response response, HeaderVisitor visitor) {
        Headers headers = response.headers();
        for (int i = 0; i < headers.size(); i++) {
            visitor.header(headers.name(i), headers.value(i));
        }
    }
}
