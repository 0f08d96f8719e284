package dev.headgate.adapter.jdk;

import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import java.net.http.HttpRequest;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Finds out what a request of the JDK's {@code HttpClient} takes, and tells of those that fail. */
final class Charges {
    private Charges() {}

    /** Returns null if no rule is charged; for a host that no rule names without allocating. */
    static @Nullable Demand of(HttpRequest request, AdapterContext context) {
        Downstreams downstreams = context.downstreams();
        return mayBeNamed(request, downstreams) ? downstreams.http(RequestReader.INSTANCE, request) : null;
    }

    /** Tells that a call ended without an answer. */
    static void failed(HttpRequest request, Throwable thrown, AdapterContext context) {
        Throwable cause = thrown.getCause();
        Throwable failure = thrown instanceof CompletionException && cause != null ? cause : thrown;
        if (failure instanceof CancellationException) {
            return;
        }
        Demand demand = of(request, context);
        if (demand != null) {
            demand.failed(RequestReader.INSTANCE, request, failure);
        }
    }

    /** A request of the program's own class may throw what it likes: that is told and let go where requests are read. */
    static boolean mayBeNamed(HttpRequest request, Downstreams downstreams) {
        try {
            return downstreams.namesHost(RequestReader.INSTANCE.host(request));
        } catch (RuntimeException unreadable) {
            return true;
        }
    }
}
