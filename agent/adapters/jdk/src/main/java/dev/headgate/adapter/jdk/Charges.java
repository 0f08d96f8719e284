package dev.headgate.adapter.jdk;

import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** Finds out what a request of the JDK's {@code HttpClient} takes. */
final class Charges {
    private Charges() {}

    /** Returns null if no rule is charged; for a host that no rule names without allocating. */
    static @Nullable Demand of(HttpRequest request, AdapterContext context) {
        Downstreams downstreams = context.downstreams();
        return mayBeNamed(request, downstreams) ? downstreams.http(RequestReader.INSTANCE, request) : null;
    }

    /** A request of the program's own class may throw what it likes: that is told and let go where requests are read. */
    private static boolean mayBeNamed(HttpRequest request, Downstreams downstreams) {
        try {
            return downstreams.namesHost(RequestReader.INSTANCE.host(request));
        } catch (RuntimeException unreadable) {
            return true;
        }
    }
}
