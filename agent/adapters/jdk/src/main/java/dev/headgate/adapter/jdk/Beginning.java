package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** What becomes of the exchange that a call makes, when it is about to start. */
interface Beginning {
    /**
     * Takes the exchange.
     *
     * @param exchange the client's own, opaque here
     * @param executor where it would start
     * @return as {@link dev.headgate.spi.Adapter#enter}
     */
    @Nullable
    Answer begin(Object exchange, Executor executor);
}
