package dev.headgate.it.support.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Records what clients say to a server, as {@code MONITOR} shows it. Thread-safe. */
public final class Monitor implements AutoCloseable {
    private static final Pattern LINE = Pattern.compile("[0-9.]+ \\[\\d+ ([^]]+)] (.*)");
    private static final Pattern WORD = Pattern.compile("\"((?:[^\"\\\\]++|\\\\.)*+)\"");

    private final RedisServer server;
    private final RedisConnection connection;
    private final List<Heard> heard = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);

    /**
     * A command.
     *
     * @param from the client's address, or {@code lua} for what a script does
     * @param words the command and its arguments; bytes that cannot be printed stay as {@code MONITOR} writes them
     */
    public record Heard(String from, List<String> words) {
        /** Returns whether a client sent it. */
        public boolean sent() {
            return !from.equals("lua");
        }

        /** Returns whether it is this command, whatever its arguments. */
        public boolean is(String command) {
            return words.get(0).equalsIgnoreCase(command);
        }
    }

    private Monitor(RedisServer server) {
        this.server = server;
        this.connection = server.connect();
        connection.call("MONITOR");
        ProxiedConnection.daemon("redis-monitor", this::listen);
    }

    /** Starts to record. */
    public static Monitor of(RedisServer server) {
        return new Monitor(server);
    }

    /** Returns everything that the server heard until now, in order. */
    public List<Heard> heard() {
        String mark = UUID.randomUUID().toString();
        server.call("ECHO", mark);
        List<String> last = List.of("ECHO", mark);
        synchronized (heard) {
            while (heard.isEmpty() || !heard.get(heard.size() - 1).words().equals(last)) {
                if (ended.getCount() == 0) {
                    throw new IllegalStateException("The server has ended the monitor");
                }
                try {
                    heard.wait(1_000);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("Interrupted while listening", e);
                }
            }
            heard.remove(heard.size() - 1);
            return List.copyOf(heard);
        }
    }

    /** Returns what clients sent until now, without what their scripts did. */
    public List<Heard> sent() {
        return heard().stream().filter(Heard::sent).toList();
    }

    @Override
    public void close() {
        connection.close();
    }

    private void listen() {
        try {
            while (true) {
                Matcher line = LINE.matcher(String.valueOf(connection.read()));
                if (!line.matches()) {
                    continue;
                }
                List<String> words = WORD.matcher(line.group(2))
                        .results()
                        .map(word -> word.group(1))
                        .toList();
                synchronized (heard) {
                    heard.add(new Heard(line.group(1), words));
                    heard.notifyAll();
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // Closed, or the server has gone.
        } finally {
            ended.countDown();
        }
    }
}
