package dev.headgate.redis;

import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * Makes connections whose first decision costs no more than any other: Redis has answered, knows the scripts and has heard what
 * has to be said first. Thread-safe if the suppliers are.
 */
final class PreparedLines implements Lines {
    private static final byte[] LOAD = {'L', 'O', 'A', 'D'};

    private final Lines lines;
    private final Supplier<? extends Collection<Script>> scripts;
    private final Supplier<List<Command>> first;
    private final long patienceNanos;

    /**
     * @param scripts those that are known; others are sent when they are needed
     * @param first what is sent on each connection before it is used; each must succeed
     * @param patienceNanos how long its replies may take
     */
    PreparedLines(
            Lines lines,
            Supplier<? extends Collection<Script>> scripts,
            Supplier<List<Command>> first,
            long patienceNanos) {
        this.lines = lines;
        this.scripts = scripts;
        this.first = first;
        this.patienceNanos = patienceNanos;
    }

    @Override
    public Line open() throws LineBrokenException {
        Line line = lines.open();
        boolean ready = false;
        try {
            demand(line.plain(Protocol.Command.PING));
            for (Script script : scripts.get()) {
                demand(line.plain(Protocol.Command.SCRIPT, LOAD, script.text()));
            }
            List<Command> commands = first.get();
            if (!commands.isEmpty()) {
                for (Object reply : line.call(commands, patienceNanos)) {
                    demand(reply);
                }
            }
            ready = true;
            return line;
        } finally {
            if (!ready) {
                line.close();
            }
        }
    }

    private static void demand(@Nullable Object reply) throws LineBrokenException {
        if (reply instanceof JedisDataException error) {
            throw new LineBrokenException("Redis answered " + error.getMessage(), error);
        }
    }
}
