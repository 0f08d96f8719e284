package dev.headgate.redis;

import org.jspecify.annotations.Nullable;

/** Runs one command on Redis, in one bounded trip; {@link Combiner#send} is one. Thread-safe. */
@FunctionalInterface
interface CommandRunner {
    /**
     * Returns the reply, as {@link Line#call} gives it.
     *
     * @throws RedisTroubleException if there is none, or an error; what was sent may have happened
     */
    @Nullable
    Object run(Command command) throws RedisTroubleException;
}
