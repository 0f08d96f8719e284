package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * The exchange of a call of the JDK's {@code HttpClient} is about to start: if {@link SendAsync} holds the call, it starts on
 * an executor that waits for the slot; one that {@link Send} answers does not start. All else stays as it is, so that the client
 * knows of the call while it waits.
 */
public final class ExchangeStart implements Adapter {
    private final Handover handover;

    public ExchangeStart(AdapterContext context) {
        this.handover = new Handover(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        if (self == null || !(argument instanceof Executor own)) {
            return null;
        }
        return handover.take(self, own);
    }
}
