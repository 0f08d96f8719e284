package dev.headgate.adapter.jdk;

import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.RejectionResponse;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Answers the exchanges of the JDK's {@code HttpClient} in the server's place, where they can be opened. Immutable. */
final class Exchanges {
    private final @Nullable MethodHandle request;
    private final @Nullable MethodHandle handler;

    private Exchanges(@Nullable MethodHandle request, @Nullable MethodHandle handler) {
        this.request = request;
        this.handler = handler;
    }

    /** Looks into exchanges as far as this JVM lets us. */
    static Exchanges open() {
        try {
            Class<?> type =
                    Class.forName("jdk.internal.net.http.MultiExchange", false, HttpRequest.class.getClassLoader());
            MethodHandles.Lookup fields = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            return new Exchanges(
                    fields.findGetter(type, "userRequest", HttpRequest.class)
                            .asType(MethodType.methodType(HttpRequest.class, Object.class)),
                    fields.findGetter(type, "responseHandler", HttpResponse.BodyHandler.class)
                            .asType(MethodType.methodType(HttpResponse.BodyHandler.class, Object.class)));
        } catch (ReflectiveOperationException | RuntimeException notOpened) {
            return new Exchanges(null, null);
        }
    }

    /**
     * Returns true if a call is to be rejected by a response and can be. The handshake of a WebSocket cannot: it casts what it
     * gets to a class of the client's own.
     */
    boolean canAnswer(HttpRequest call, Demand demand) {
        return demand.throttle().rule().reject() == Reject.RESPONSE
                && handler != null
                && !RequestTimeout.isInternal(call);
    }

    /**
     * Gives a call the answer that it would have had from a server, read by the call's own handler.
     *
     * @param exchange the client's own, of a call that {@link #canAnswer}
     * @param answered completed with the response, or with what the program's handler threw
     */
    void answer(Object exchange, RejectionResponse response, CompletableFuture<HttpResponse<?>> answered) {
        if (request == null || handler == null) {
            throw new IllegalStateException("Exchanges of this JVM cannot be opened");
        }
        try {
            HttpRequest call = (HttpRequest) request.invokeExact(exchange);
            HttpResponse.BodyHandler<?> body = (HttpResponse.BodyHandler<?>) handler.invokeExact(exchange);
            RejectedResponse.read(call, response, body, answered);
        } catch (Throwable thrown) {
            answered.completeExceptionally(thrown);
        }
    }
}
