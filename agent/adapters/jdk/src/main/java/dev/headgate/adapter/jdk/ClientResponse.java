package dev.headgate.adapter.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.net.http.HttpRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the status of the response that the JDK's {@code HttpClient} passes to its filters, where it can be opened. */
final class ClientResponse {
    /** What {@link #open} needs. */
    static final List<String> OPENS = List.of("java.net.http/jdk.internal.net.http");

    private static final int PROXY_AUTHENTICATION_REQUIRED = 407;

    private final @Nullable MethodHandle status;

    private ClientResponse(@Nullable MethodHandle status) {
        this.status = status;
    }

    /** Returns a reader that sees as much as this JVM lets it see. */
    static ClientResponse open() {
        try {
            Class<?> type = Class.forName("jdk.internal.net.http.Response", false, HttpRequest.class.getClassLoader());
            MethodHandle status = MethodHandles.privateLookupIn(type, MethodHandles.lookup())
                    .findVirtual(type, "statusCode", MethodType.methodType(int.class));
            return new ClientResponse(status.asType(MethodType.methodType(int.class, Object.class)));
        } catch (ReflectiveOperationException | RuntimeException notOpened) {
            return new ClientResponse(null);
        }
    }

    /** Returns true if a proxy asked for a password; then the host itself has not seen the request. */
    boolean isFromProxy(@Nullable Object response) {
        if (status == null || response == null) {
            return false;
        }
        try {
            return (int) status.invokeExact(response) == PROXY_AUTHENTICATION_REQUIRED;
        } catch (Throwable unreadable) {
            return false;
        }
    }
}
