package dev.headgate.adapter.jdk;

import dev.headgate.throttle.signal.ResponseReader;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the responses that the JDK's {@code HttpClient} passes to its filters, one for each request on the wire, where they can
 * be opened. Immutable.
 */
final class WireResponses implements ResponseReader<Object> {
    /** What {@link #open} needs. */
    static final List<String> OPENS = List.of("java.net.http/jdk.internal.net.http");

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    private final @Nullable Parts parts;

    private WireResponses(@Nullable Parts parts) {
        this.parts = parts;
    }

    /** Returns a reader that sees as much as this JVM lets it see. */
    static WireResponses open() {
        try {
            return new WireResponses(Parts.open());
        } catch (ReflectiveOperationException | RuntimeException notOpened) {
            return new WireResponses(null);
        }
    }

    /** Returns true if a proxy asked for a password; then the host itself has not seen the request. */
    boolean isFromProxy(@Nullable Object response) {
        return response != null && status(response) == PROXY_AUTHENTICATION_REQUIRED;
    }

    /** Returns the request that was answered, as it went on the wire; null if that cannot be read. */
    @Nullable
    HttpRequest request(@Nullable Object response) {
        return parts == null || response == null ? null : (HttpRequest) read(parts.request, response);
    }

    /** Returns the status; 0 if it cannot be read. */
    @Override
    public int status(Object response) {
        try {
            return parts == null ? 0 : (int) parts.status.invokeExact(response);
        } catch (Throwable unreadable) {
            return 0;
        }
    }

    @Override
    public void headers(Object response, HeaderVisitor visitor) {
        Object headers = parts == null ? null : read(parts.headers, response);
        if (headers == null) {
            return;
        }
        for (Map.Entry<String, List<String>> lines :
                ((HttpHeaders) headers).map().entrySet()) {
            for (String value : lines.getValue()) {
                visitor.header(lines.getKey(), value);
            }
        }
    }

    private static @Nullable Object read(MethodHandle member, Object response) {
        try {
            return (Object) member.invokeExact(response);
        } catch (Throwable unreadable) {
            return null;
        }
    }

    private record Parts(MethodHandle status, MethodHandle headers, MethodHandle request) {
        static Parts open() throws ReflectiveOperationException {
            ClassLoader client = HttpRequest.class.getClassLoader();
            Class<?> type = Class.forName("jdk.internal.net.http.Response", false, client);
            Class<?> request = Class.forName("jdk.internal.net.http.HttpRequestImpl", false, client);
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(type, MethodHandles.lookup());
            MethodType object = MethodType.methodType(Object.class, Object.class);
            return new Parts(
                    lookup.findVirtual(type, "statusCode", MethodType.methodType(int.class))
                            .asType(MethodType.methodType(int.class, Object.class)),
                    lookup.findVirtual(type, "headers", MethodType.methodType(HttpHeaders.class))
                            .asType(object),
                    lookup.findVirtual(type, "request", MethodType.methodType(request))
                            .asType(object));
        }
    }
}
