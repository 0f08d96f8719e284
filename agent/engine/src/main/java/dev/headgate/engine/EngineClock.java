package dev.headgate.engine;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/** The time of day for lines in the agent's log file. */
final class EngineClock implements Supplier<String> {
    @Override
    public String get() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS) + " ";
    }
}
