package dev.headgate.adapter.toy;

import dev.headgate.boot.Answer;
import dev.headgate.engine.Script;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import org.jspecify.annotations.Nullable;

/** Plays the test's script. */
public class ToyAdapter implements Adapter {
    public ToyAdapter(AdapterContext context) {}

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) throws Exception {
        return Script.enter(new Script.Seen(getClass().getSimpleName(), self, argument, null, null));
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown)
            throws Exception {
        return Script.exit(new Script.Seen(getClass().getSimpleName(), self, argument, returned, thrown));
    }
}
