package dev.headgate.it.support.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a server shall be like. Not thread-safe. */
public final class RedisServerBuilder {
    private final List<String> config = new ArrayList<>();
    private String password = "";
    private boolean cluster;
    private int port;

    RedisServerBuilder() {}

    /** Sets the port; without it, one that is free. */
    public RedisServerBuilder port(int wanted) {
        this.port = wanted;
        return this;
    }

    /** Adds a line as it stands in {@code redis.conf}, such as {@code maxmemory 2mb}. */
    public RedisServerBuilder config(String line) {
        config.add(line);
        return this;
    }

    /** Sets the password of the user {@code default}. */
    public RedisServerBuilder password(String requirepass) {
        this.password = requirepass;
        return config("requirepass " + requirepass);
    }

    /** Makes it a Cluster of one node with all slots; such a start takes 2 s, which Redis has as a constant. */
    public RedisServerBuilder cluster() {
        this.cluster = true;
        return this;
    }

    /** Makes the server without starting it: its port is known and nobody listens there. */
    public RedisServer stopped() {
        int its = port == 0 ? Ports.free() : port;
        List<String> lines = new ArrayList<>(List.of(
                "port " + its, "bind 127.0.0.1", "save \"\"", "appendonly no", "daemonize no", "logfile redis.log"));
        if (cluster) {
            lines.addAll(List.of("cluster-enabled yes", "cluster-port " + Ports.free()));
        }
        lines.addAll(config);
        try {
            Path directory = Files.createTempDirectory(RedisBinary.folder(), "server-");
            Files.write(directory.resolve("redis.conf"), lines);
            return new RedisServer(its, password, cluster, directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts a server and waits until it answers. */
    public RedisServer start() {
        RedisServer server = stopped();
        try {
            server.start();
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            throw e;
        }
    }
}
