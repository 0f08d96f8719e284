package dev.headgate.adapter.jdk;

import dev.headgate.throttle.RejectionResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLSession;

/**
 * The response that a rejected call gets where its rule wants one. Immutable.
 *
 * @param request the call
 * @param statusCode 429
 * @param headers what tells when to come back
 * @param body what the call's own handler made of the text
 */
record RejectedResponse<T>(HttpRequest request, int statusCode, HttpHeaders headers, T body)
        implements HttpResponse<T> {
    /** Lets the call's handler read the answer, and completes {@code answered} when it has. */
    static <T> void read(
            HttpRequest request,
            RejectionResponse answer,
            HttpResponse.BodyHandler<T> handler,
            CompletableFuture<HttpResponse<?>> answered) {
        Map<String, List<String>> lines = new LinkedHashMap<>();
        answer.headers().forEach(line -> lines.put(line.getKey(), List.of(line.getValue())));
        HttpHeaders headers = HttpHeaders.of(lines, (name, value) -> true);
        HttpResponse.BodySubscriber<T> subscriber = handler.apply(new Head(answer.status(), headers));
        new OneBuffer(subscriber, ByteBuffer.wrap(answer.body()).asReadOnlyBuffer()).begin();
        subscriber.getBody().whenComplete((body, thrown) -> {
            if (thrown == null) {
                answered.complete(new RejectedResponse<>(request, answer.status(), headers, body));
            } else {
                answered.completeExceptionally(thrown);
            }
        });
    }

    @Override
    public Optional<HttpResponse<T>> previousResponse() {
        return Optional.empty();
    }

    @Override
    public Optional<SSLSession> sslSession() {
        return Optional.empty();
    }

    @Override
    public URI uri() {
        return request.uri();
    }

    @Override
    public HttpClient.Version version() {
        return HttpClient.Version.HTTP_1_1;
    }

    private record Head(int statusCode, HttpHeaders headers) implements HttpResponse.ResponseInfo {
        @Override
        public HttpClient.Version version() {
            return HttpClient.Version.HTTP_1_1;
        }
    }
}
