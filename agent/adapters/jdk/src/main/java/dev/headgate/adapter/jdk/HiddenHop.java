package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * A response made the JDK's {@code HttpClient} send another request inside the same call: a redirect, or a round of
 * authentication. That runs on the client's own threads, which must not wait, so it is charged as debt to where it goes.
 */
public final class HiddenHop implements Adapter {
    private final AdapterContext context;
    private final WireResponses responses;

    public HiddenHop(AdapterContext context) {
        this.context = context;
        this.responses = WireResponses.open();
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        if (returned instanceof HttpRequest next && !responses.isFromProxy(argument)) {
            Demand demand = Charges.of(next, context);
            if (demand != null) {
                demand.owe();
            }
        }
        return null;
    }
}
