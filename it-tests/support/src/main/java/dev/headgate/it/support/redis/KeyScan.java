package dev.headgate.it.support.redis;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Looks at the keys of a server. */
public final class KeyScan {
    private KeyScan() {}

    /**
     * Returns all keys that match, in order.
     *
     * @param glob as {@code SCAN} understands it, such as <code>{hg:*</code>
     */
    public static List<String> keys(RedisServer server, String glob) {
        List<String> keys = new ArrayList<>();
        try (RedisConnection redis = server.connect()) {
            String cursor = "0";
            do {
                List<?> reply = (List<?>) redis.answer("SCAN", cursor, "MATCH", glob, "COUNT", 1_000);
                cursor = String.valueOf(reply.get(0));
                ((List<?>) reply.get(1)).forEach(key -> keys.add(String.valueOf(key)));
            } while (!cursor.equals("0"));
        }
        Collections.sort(keys);
        return keys.stream().distinct().toList();
    }

    /** Returns those of them that would stay for ever. */
    public static List<String> withoutTtl(RedisServer server, String glob) {
        List<String> keys = keys(server, glob);
        try (RedisConnection redis = server.connect()) {
            return keys.stream().filter(key -> redis.number("PTTL", key) == -1).toList();
        }
    }
}
