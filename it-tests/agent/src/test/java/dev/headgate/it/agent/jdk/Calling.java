package dev.headgate.it.agent.jdk;

import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.ScriptedServer;
import java.lang.reflect.Field;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What the guests have in common: simple calls, times, and a look at what the JDK's client thinks is pending. */
final class Calling {
    private Calling() {}

    static HttpRequest get(ScriptedServer server, String host) {
        return HttpRequest.newBuilder(URI.create(server.url(host, "/"))).build();
    }

    static HttpRequest get(ScriptedServer server, String host, Duration timeout) {
        return HttpRequest.newBuilder(URI.create(server.url(host, "/")))
                .timeout(timeout)
                .build();
    }

    static int status(HttpClient client, HttpRequest request) throws Exception {
        return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    }

    static long millisSince(long nanoTime) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanoTime);
    }

    /** Returns the time between the first two requests for a host, in milliseconds. */
    static long gapMillis(ScriptedServer server, String host) {
        List<Arrival> arrivals = server.arrivals(host);
        return TimeUnit.NANOSECONDS.toMillis(
                arrivals.get(1).nanos() - arrivals.get(0).nanos());
    }

    /** Returns how many operations the client believes to be under way; needs the JDK's package opened. */
    static long pending(HttpClient client) throws ReflectiveOperationException {
        Field impl = client.getClass().getDeclaredField("impl");
        impl.setAccessible(true);
        Field count = impl.get(client).getClass().getDeclaredField("pendingOperationCount");
        count.setAccessible(true);
        return ((AtomicLong) count.get(impl.get(client))).get();
    }
}
