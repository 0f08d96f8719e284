package dev.headgate.redis;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.commands.ProtocolCommand;

/** A connection to nowhere that answers as a test wants and finds out who uses it at the same time as another. */
final class ScriptedLine implements Line {
    /** What it answers. */
    interface Server {
        List<@Nullable Object> answer(List<Command> commands) throws LineBrokenException;
    }

    /** What it was asked, each trip a list. */
    final List<List<Command>> trips = new CopyOnWriteArrayList<>();

    private final Server server;
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile boolean closed;

    ScriptedLine(Server server) {
        this.server = server;
    }

    @Override
    public List<@Nullable Object> call(List<Command> commands, long patienceNanos) throws LineBrokenException {
        if (!busy.compareAndSet(false, true)) {
            throw new AssertionError("Two at a time");
        }
        if (closed) {
            throw new AssertionError("Used after its end");
        }
        try {
            trips.add(List.copyOf(commands));
            return server.answer(commands);
        } finally {
            busy.set(false);
        }
    }

    @Override
    public @Nullable Object plain(ProtocolCommand command, byte[]... args) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        closed = true;
    }

    boolean isClosed() {
        return closed;
    }
}
