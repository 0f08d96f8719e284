package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.signal.ResponseReader;
import java.io.IOException;
import java.net.HttpURLConnection;
import org.jspecify.annotations.Nullable;

/**
 * An {@code HttpURLConnection} has got the status and headers of one hop and is about to ask itself whether they send it
 * elsewhere. Not seen are the challenges that it answers by itself with a password.
 */
public final class UrlConnectionAnswer implements Adapter {
    private final AdapterContext context;
    private final UrlConnectionReader reader;
    private final UrlConnectionFailure failures;

    public UrlConnectionAnswer(AdapterContext context) {
        this.context = context;
        this.reader = new UrlConnectionReader(UrlConnectionHeaders.open());
        this.failures = new UrlConnectionFailure(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        if (self instanceof HttpURLConnection connection) {
            Downstreams downstreams = context.downstreams();
            Demand demand =
                    downstreams.namesHost(reader.host(connection)) ? downstreams.http(reader, connection) : null;
            if (demand != null) {
                failures.answered(connection, Responses.INSTANCE.status(connection));
                demand.answered(reader, connection, Responses.INSTANCE, connection);
            }
        }
        return null;
    }

    /** Reads through getters that find the response there already: at this seam they neither connect nor wait. */
    private enum Responses implements ResponseReader<HttpURLConnection> {
        INSTANCE;

        @Override
        public int status(HttpURLConnection connection) {
            try {
                return connection.getResponseCode();
            } catch (IOException unreadable) {
                return 0;
            }
        }

        @Override
        public void headers(HttpURLConnection connection, HeaderVisitor visitor) {
            // The line with number 0 is the status.
            for (int i = 1; ; i++) {
                String name = connection.getHeaderFieldKey(i);
                String value = connection.getHeaderField(i);
                if (name == null || value == null) {
                    return;
                }
                visitor.header(name, value);
            }
        }
    }
}
