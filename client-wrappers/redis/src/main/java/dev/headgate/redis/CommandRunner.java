package dev.headgate.redis;

import org.jspecify.annotations.Nullable;

/** Runs one command on Redis, in one bounded trip. Thread-safe. */
@FunctionalInterface
interface CommandRunner {
    /**
     * Returns what {@link Line#call} would: the reply, or the exception that Redis answered with.
     *
     * @throws LineBrokenException if there is no reply; what was sent may have happened
     */
    @Nullable
    Object run(Command command) throws LineBrokenException;
}
