package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's {@code HttpClient} has got the status and headers of one wire request, a hidden hop's too. Runs on the client's own
 * threads, and does not wait. What a redirect makes the client send next is owed as in {@link HiddenHop}.
 */
public final class WireAnswer implements Adapter {
    private final AdapterContext context;
    private final WireResponses responses;
    private final HiddenHop hop;

    public WireAnswer(AdapterContext context) {
        this.context = context;
        this.responses = WireResponses.open();
        this.hop = new HiddenHop(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        HttpRequest asked = responses.request(argument);
        if (asked != null && argument != null && !responses.isFromProxy(argument)) {
            Demand demand = Charges.of(asked, context);
            if (demand != null) {
                demand.answered(RequestReader.INSTANCE, asked, responses, argument);
            }
        }
        return hop.exit(self, argument, returned, thrown);
    }
}
