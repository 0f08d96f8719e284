package dev.headgate.it.support.redis;

import dev.headgate.it.support.Pause;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A Redis server on 127.0.0.1, without persistence, that can be stopped, killed, paused and started again on its port. It ends
 * with this JVM, however that ends. Thread-safe.
 */
public final class RedisServer implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(2);

    private final int port;
    private final String password;
    private final boolean cluster;
    private final Path directory;
    private @Nullable Process process;
    private @Nullable Process undertaker;

    RedisServer(int port, String password, boolean cluster, Path directory) {
        this.port = port;
        this.password = password;
        this.cluster = cluster;
        this.directory = directory;
    }

    /** Starts a server on a free port as it comes. */
    public static RedisServer started() {
        return builder().start();
    }

    public static RedisServerBuilder builder() {
        return new RedisServerBuilder();
    }

    public int port() {
        return port;
    }

    /** Returns where it is, as the configuration wants it, without user and password. */
    public String uri() {
        return "redis://127.0.0.1:" + port;
    }

    /** Opens a connection; the caller closes it. */
    public RedisConnection connect() {
        try {
            RedisConnection connection = new RedisConnection(port, (int) PATIENCE.toMillis());
            if (!password.isEmpty()) {
                connection.call("AUTH", password);
            }
            return connection;
        } catch (IOException e) {
            throw new UncheckedIOException("No connection to Redis: " + log(), e);
        }
    }

    /** Runs one command on a connection of its own. */
    public @Nullable Object call(Object... words) {
        try (RedisConnection connection = connect()) {
            return connection.call(words);
        }
    }

    /** Starts it on its port and waits until it answers. */
    public synchronized void start() {
        if (process != null) {
            throw new IllegalStateException("It runs");
        }
        Process server = Signals.start(directory, RedisBinary.path().toString(), "redis.conf");
        process = server;
        undertaker = Signals.killOnExit(server);
        awaitReady(server);
    }

    /** Ends it as an administrator would. */
    public synchronized void stop() {
        Process server = running();
        server.destroy();
        ended(server);
    }

    /** Ends it as a crash would. */
    public synchronized void kill9() {
        Process server = running();
        server.destroyForcibly();
        ended(server);
    }

    /** Kills it and starts it again, empty, on the same port. */
    public void restart() {
        kill9();
        start();
    }

    /** Stops its clock: it keeps connections open, accepts some more, and answers nothing. */
    public synchronized void pause() {
        Signals.send("STOP", running().pid());
    }

    public synchronized void resume() {
        Signals.send("CONT", running().pid());
    }

    /** Returns what it has logged, and what it said before it had a log. */
    public String log() {
        try {
            StringBuilder all = new StringBuilder();
            for (String name : List.of(Signals.OUTPUT, "redis.log")) {
                Path file = directory.resolve(name);
                all.append(Files.exists(file) ? Files.readString(file) : "");
            }
            return all.toString();
        } catch (IOException e) {
            return "(no log: " + e + ")";
        }
    }

    /** Ends it if it runs and removes its files. */
    @Override
    public synchronized void close() {
        if (process != null) {
            kill9();
        }
        try (Stream<Path> files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process running() {
        if (process == null) {
            throw new IllegalStateException("It does not run");
        }
        return process;
    }

    private void ended(Process server) {
        try {
            if (!server.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("Redis does not end: " + log());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            server.destroyForcibly();
        }
        if (undertaker != null) {
            undertaker.destroyForcibly();
        }
        process = null;
    }

    private void awaitReady(Process server) {
        long end = System.nanoTime() + PATIENCE.toNanos();
        boolean slots = !cluster;
        while (true) {
            try (RedisConnection connection = new RedisConnection(port, 1_000)) {
                if (!password.isEmpty()) {
                    connection.call("AUTH", password);
                }
                connection.call("PING");
                if (!slots && connection.text("CLUSTER", "INFO").contains("cluster_slots_assigned:0")) {
                    connection.call("CLUSTER", "ADDSLOTSRANGE", 0, 16383);
                }
                slots = true;
                if (!cluster || connection.text("CLUSTER", "INFO").contains("cluster_state:ok")) {
                    return;
                }
            } catch (RedisConnection.ErrorReply e) {
                if (String.valueOf(e.getMessage()).startsWith("NOAUTH")) {
                    return; // its users are the test's business
                }
            } catch (IOException | UncheckedIOException e) {
                // Not yet.
            }
            if (!server.isAlive() || System.nanoTime() > end) {
                kill9();
                throw new IllegalStateException("Redis does not start on port " + port + ": " + log());
            }
            Pause.of(POLL);
        }
    }
}
