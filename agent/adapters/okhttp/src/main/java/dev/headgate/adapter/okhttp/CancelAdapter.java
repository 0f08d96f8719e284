package dev.headgate.adapter.okhttp;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import org.jspecify.annotations.Nullable;

/** A call was cancelled: if it waits outside of its dispatcher, nothing else would tell it. */
public final class CancelAdapter implements Adapter {
    private final OkHttpCalls calls;

    public CancelAdapter(AdapterContext context) {
        this.calls = new OkHttpCalls(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        Runnable endEarly = self == null ? null : calls.held(self);
        if (endEarly != null) {
            endEarly.run();
        }
        return null;
    }
}
