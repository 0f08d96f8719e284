package dev.headgate.it.fleet;

import dev.headgate.config.Configuration;
import dev.headgate.config.Headgate;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Throttle;
import dev.headgate.throttle.match.HttpCall;
import java.time.Duration;
import java.util.Objects;
import org.awaitility.Awaitility;

/** A member of a fleet that runs in this JVM: a Headgate with connections, heartbeats and a journal of its own. */
final class Member implements AutoCloseable {
    private final RecordingJournal journal = new RecordingJournal();
    private final Headgate headgate;

    private Member(String file, TimeMeter clock) {
        this.headgate = Headgate.of(Configuration.parse(file, "headgate.yml"), journal, clock);
    }

    /**
     * Starts one.
     *
     * @param redis what stands in the file's {@code redis} block, in one line
     * @param downstreams lines of the file's {@code downstreams}
     */
    static Member of(String redis, String... downstreams) {
        return new Member(file(redis, downstreams), TimeMeter.SYSTEM_NANOTIME);
    }

    static String file(String redis, String... downstreams) {
        StringBuilder file = new StringBuilder("redis: {" + redis + "}\ndownstreams:\n");
        for (String line : downstreams) {
            file.append("  ").append(line).append('\n');
        }
        return file.toString();
    }

    /** Returns where Redis is and how long its replies may take, for a {@code redis} block. */
    static String at(int port, int timeoutMillis) {
        return "uri: 'redis://127.0.0.1:" + port + "', timeout: " + timeoutMillis + "ms";
    }

    /** Waits until so many members have said to Redis that they live, which they do before any call. */
    static void awaitConnected(RedisServer redis, int members) {
        Awaitility.await("members that are connected")
                .pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(10))
                .until(() -> connected(redis) >= members);
    }

    private static long connected(RedisServer redis) {
        String clients = String.valueOf(redis.call("CLIENT", "LIST"));
        return clients.lines().filter(line -> line.contains(" cmd=eval")).count();
    }

    /** Waits until it says that Redis decides again. */
    void awaitBack() {
        Awaitility.await("Redis decides again: " + journal)
                .pollInterval(Duration.ofMillis(20))
                .atMost(Duration.ofSeconds(5))
                .until(() -> !journal.recoveries().isEmpty());
    }

    Throttle downstream(String name) {
        return headgate.downstream(name);
    }

    /** What a GET of a host takes. */
    Demand get(String host) {
        return Objects.requireNonNull(headgate.http(HttpCall.READER, HttpCall.of("GET", "http://" + host + "/")), host);
    }

    RecordingJournal journal() {
        return journal;
    }

    @Override
    public void close() {
        headgate.close();
    }
}
