package dev.headgate.redis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.commands.ProtocolCommand;

/** One connection to Redis. Not thread-safe, but for {@link #close}. */
interface Line extends AutoCloseable {
    /**
     * Sends all commands before it reads the first reply. A script that Redis has forgotten is sent again with its text.
     *
     * @param patienceNanos how long all replies together may take
     * @return one reply for each command: a {@code Long}, a {@code byte[]}, a {@code List} of replies, null, or the exception
     *     that Redis answered with ({@code JedisDataException}) in its place
     * @throws LineBrokenException if a reply did not come in time or the connection broke. The line is closed then: a late reply
     *     must never be taken for that of another command. What was sent may have happened and is never sent again
     */
    List<@Nullable Object> call(List<Command> commands, long patienceNanos) throws LineBrokenException;

    /**
     * Sends one command that is no script.
     *
     * @return the reply, as one of {@link #call}
     * @throws LineBrokenException as {@link #call} does
     */
    @Nullable
    Object plain(ProtocolCommand command, byte[]... args) throws LineBrokenException;

    /** Closes the connection. Harmless if it is closed. From any thread: whoever waits for a reply waits no longer. */
    @Override
    void close();
}
