package dev.headgate.it.agent.guest;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * How a call ended and when.
 *
 * @param thrown what it threw, or null
 * @param took from its start to its end
 */
record Timed(Throwable thrown, Duration took) {
    static Timed of(Callable<?> call) {
        long started = System.nanoTime();
        Throwable thrown = null;
        try {
            call.call();
        } catch (Throwable e) {
            thrown = e;
        }
        return new Timed(thrown, Duration.ofNanos(System.nanoTime() - started));
    }
}
