package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.PerCall;
import java.io.InterruptedIOException;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * A connect of an {@code HttpURLConnection}, http or https: once for each hop, also over a kept-alive connection. The wait
 * holds the connection object's own lock, as its connect does. Not seen: a request that the JDK sends again by itself because a
 * kept-alive connection broke, and a hit of a {@code ResponseCache} is charged.
 */
public final class Connect implements Adapter {
    private final AdapterContext context;
    private final UrlConnectionReader reader;
    private final PerCall<Patience> patiences;
    private final UrlConnectionFailure failures;

    public Connect(AdapterContext context) {
        this.context = context;
        this.reader = new UrlConnectionReader(UrlConnectionHeaders.open());
        this.patiences = context.shared("http-url-connection.patience");
        this.failures = new UrlConnectionFailure(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        if (!(self instanceof HttpURLConnection connection)) {
            return null;
        }
        Downstreams downstreams = context.downstreams();
        if (!downstreams.namesHost(reader.host(connection))) {
            return null;
        }
        Demand demand = downstreams.http(reader, connection);
        if (demand == null) {
            return null;
        }
        failures.forget(connection);
        return acquire(demand, connection);
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        return failures.exit(self, argument, returned, thrown);
    }

    private @Nullable Answer acquire(Demand demand, HttpURLConnection connection) {
        Patience before = patiences.get(connection);
        Outcome outcome = demand.acquire(before, Long.MAX_VALUE, Cancellation.NEVER);
        if (outcome instanceof Outcome.Admitted admitted) {
            // A later hop's wait is counted by the throttle; the first has nothing yet to count in.
            if (before == null && admitted.waitedNanos() > 0) {
                patiences.computeIfAbsent(connection, Patience::new).spend(admitted.waitedNanos());
            }
            return null;
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return Answer.throwing(rejected.rejection().toIOException());
        }
        Thread.currentThread().interrupt();
        return Answer.throwing(new InterruptedIOException(
                "interrupted while waiting for " + demand.throttle().rule().name()));
    }
}
