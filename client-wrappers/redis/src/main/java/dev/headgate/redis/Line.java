package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One connection to Redis. Not thread-safe. */
interface Line extends AutoCloseable {
    /**
     * Sends all commands before it reads the first reply. A script that Redis has forgotten is sent again with its text.
     *
     * @return one reply for each command: a {@code Long}, a {@code byte[]}, a {@code List} of replies, null, or the exception
     *     that Redis answered with ({@code JedisDataException}) in its place
     * @throws LineBrokenException if a reply did not come in time or the connection broke. The line is closed then: a late reply
     *     must never be taken for that of another command. What was sent may have happened and is never sent again
     */
    List<@Nullable Object> call(List<Command> commands) throws LineBrokenException;

    /** Closes the connection. Harmless if it is closed. */
    @Override
    void close();
}
