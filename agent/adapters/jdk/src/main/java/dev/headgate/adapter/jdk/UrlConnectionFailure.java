package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * An {@code HttpURLConnection} failed before its answer came. It remembers the failure and throws it again whenever it is asked;
 * that is told once for each connect.
 */
public final class UrlConnectionFailure implements Adapter {
    private final AdapterContext context;
    private final UrlConnectionReader reader;
    private final PerCall<Boolean> told;

    public UrlConnectionFailure(AdapterContext context) {
        this.context = context;
        this.reader = new UrlConnectionReader(UrlConnectionHeaders.open());
        this.told = context.shared("http-url-connection.failed");
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        if (thrown != null && self instanceof HttpURLConnection connection) {
            tell(connection, thrown);
        }
        return null;
    }

    void tell(HttpURLConnection connection, Throwable thrown) {
        Downstreams downstreams = context.downstreams();
        if (!downstreams.namesHost(reader.host(connection)) || told.get(connection) != null) {
            return;
        }
        Demand demand = downstreams.http(reader, connection);
        if (demand != null) {
            told.put(connection, Boolean.TRUE);
            demand.failed(reader, connection, thrown);
        }
    }

    /** The connection has its answer: that it throws for a bad one tells nothing more. */
    void answered(HttpURLConnection connection, int status) {
        if (status >= 400) {
            told.put(connection, Boolean.TRUE);
        }
    }

    /** The next request of this connection may fail anew. */
    void forget(HttpURLConnection connection) {
        told.remove(connection);
    }
}
