package dev.headgate.it.fleet;

import dev.headgate.it.support.redis.RedisConnection;
import java.util.List;

/** The clock of a Redis server, in microseconds. */
final class ServerTime {
    private ServerTime() {}

    static long of(RedisConnection redis) {
        List<?> time = redis.list("TIME");
        return Long.parseLong(String.valueOf(time.get(0))) * 1_000_000 + Long.parseLong(String.valueOf(time.get(1)));
    }
}
