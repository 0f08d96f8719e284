package dev.headgate.adapter.okhttp;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** All calls of a dispatcher were cancelled: it does not know those that wait outside of it. */
public final class CancelAllAdapter implements Adapter {
    private final OkHttpCalls calls;

    public CancelAllAdapter(AdapterContext context) {
        this.calls = new OkHttpCalls(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        if (self != null) {
            for (Object call : calls.heldBy(self)) {
                ((Call) call).cancel();
                // Cancelled from inside of a seam, the call may not pass its own.
                Runnable endEarly = calls.held(call);
                if (endEarly != null) {
                    endEarly.run();
                }
            }
        }
        return null;
    }
}
