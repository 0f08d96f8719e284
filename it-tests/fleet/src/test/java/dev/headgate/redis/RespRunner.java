package dev.headgate.redis;

import dev.headgate.it.support.redis.RedisConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Runs commands on a connection of the test's own, made again after it broke. Thread-safe. */
final class RespRunner implements CommandRunner, AutoCloseable {
    private static final int TIMEOUT_MILLIS = 1_000;

    final AtomicInteger trips = new AtomicInteger();
    private final AtomicReference<@Nullable RedisConnection> connection = new AtomicReference<>();
    private final int port;

    RespRunner(int port) {
        this.port = port;
    }

    @Override
    public synchronized @Nullable Object run(Command command) throws LineBrokenException {
        trips.incrementAndGet();
        try {
            RedisConnection open = connection.get();
            if (open == null) {
                open = new RedisConnection(port, TIMEOUT_MILLIS);
                connection.set(open);
            }
            try {
                return open.call(words("EVALSHA", command.script().sha1(), command));
            } catch (RedisConnection.ErrorReply e) {
                return String.valueOf(e.getMessage()).startsWith("NOSCRIPT")
                        ? open.call(words("EVAL", command.script().text(), command))
                        : e;
            }
        } catch (IOException | UncheckedIOException e) {
            close();
            throw new LineBrokenException("No answer", e);
        }
    }

    @Override
    public void close() {
        RedisConnection open = connection.getAndSet(null);
        if (open != null) {
            open.close();
        }
    }

    private static Object[] words(String verb, byte[] script, Command command) {
        List<Object> words =
                new ArrayList<>(List.of(verb, text(script), command.keys().size()));
        command.keys().forEach(key -> words.add(text(key)));
        command.args().forEach(arg -> words.add(text(arg)));
        return words.toArray();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
