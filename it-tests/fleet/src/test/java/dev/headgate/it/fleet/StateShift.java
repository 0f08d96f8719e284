package dev.headgate.it.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * Moves every time that is kept on a server, which is what a step of the server's clock the other way looks like. A time is a
 * number of microseconds since 1970, wherever it stands: in digits, or as MessagePack writes it.
 */
final class StateShift {
    private static final Pattern TIME = Pattern.compile("(?<!\\d)1[6-9]\\d{14}(?!\\d)");

    private static final byte UINT64 = (byte) 0xcf;
    private static final byte INT64 = (byte) 0xd3;

    private final RedisConnection redis;
    private final long micros;
    private int moved;

    private StateShift(RedisConnection redis, long micros) {
        this.redis = redis;
        this.micros = micros;
    }

    /** Moves them. */
    static void by(RedisServer server, Duration step) {
        try (RedisConnection redis = server.connect()) {
            StateShift shift = new StateShift(redis, TimeUnit.NANOSECONDS.toMicros(step.toNanos()));
            KeyScan.keys(server, "*").forEach(shift::move);
            assertThat(shift.moved).as("times that were moved").isPositive();
        }
    }

    private void move(String key) {
        switch (redis.text("TYPE", key)) {
            case "string" -> redis.call("SET", key, packed(redis.text("GET", key)), "KEEPTTL");
            case "list" -> {
                List<String> all = redis.list("LRANGE", key, 0, -1);
                for (int i = 0; i < all.size(); i++) {
                    redis.call("LSET", key, i, moved(all.get(i)));
                }
            }
            case "zset" -> {
                List<String> all = redis.list("ZRANGE", key, 0, -1, "WITHSCORES");
                for (int i = 0; i < all.size(); i += 2) {
                    redis.call("ZADD", key, moved(all.get(i + 1)), all.get(i));
                }
            }
            case "hash" -> {
                List<String> all = redis.list("HGETALL", key);
                for (int i = 0; i < all.size(); i += 2) {
                    redis.call("HSET", key, all.get(i), moved(all.get(i + 1)));
                }
            }
            default -> throw new AssertionError("Not a type that is known here: " + key);
        }
    }

    private String moved(String text) {
        return TIME.matcher(text).replaceAll(time -> {
            moved++;
            return String.valueOf(Long.parseLong(time.group()) + micros);
        });
    }

    // One character is one byte here.
    private String packed(String state) {
        byte[] bytes = moved(state).getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int i = 0; i + Long.BYTES < bytes.length; i++) {
            boolean number = bytes[i] == UINT64 || bytes[i] == INT64;
            if (number && TIME.matcher(String.valueOf(buffer.getLong(i + 1))).matches()) {
                buffer.putLong(i + 1, buffer.getLong(i + 1) + micros);
                moved++;
                i += Long.BYTES;
            }
        }
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
