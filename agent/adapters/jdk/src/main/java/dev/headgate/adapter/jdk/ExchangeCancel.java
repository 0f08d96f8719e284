package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.PerCall;
import org.jspecify.annotations.Nullable;

/** The program has cancelled a call, or a future that hangs on it: if it still waits, its slot is given back. */
public final class ExchangeCancel implements Adapter {
    private final PerCall<HeldStart> held;

    public ExchangeCancel(AdapterContext context) {
        this.held = context.shared(HeldStart.TABLE);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        // Without mayInterruptIfRunning this method does nothing, and says so.
        if (self != null && Boolean.TRUE.equals(returned)) {
            HeldStart start = held.get(self);
            if (start != null) {
                start.endEarly();
            }
        }
        return null;
    }
}
