package dev.headgate.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The keys that each part of the file knows, and those that only later versions will. The schema is tested against it. */
enum Vocabulary {
    FILE(List.of("version", "revision", "mode", "waiting", "redis", "defaults", "downstreams"), Map.of()),
    WAITING(List.of("max"), Map.of()),
    REDIS(
            List.of(
                    "uri",
                    "user",
                    "password",
                    "prefix",
                    "timeout",
                    "clock",
                    "on-failure",
                    "expected-processes",
                    "share",
                    "key-secret"),
            Map.of(
                    "cluster", "Redis Cluster; this version speaks with one server",
                    "sentinel", "Redis Sentinel; this version speaks with one server")),
    RULE(
            List.of(
                    "match",
                    "key",
                    "max-keys",
                    "limits",
                    "mode",
                    "store",
                    "on-failure",
                    "wait",
                    "queue",
                    "reject",
                    "also",
                    "charge",
                    "priority",
                    "backoff",
                    "retry-budget"),
            Map.of(
                    "reserve", "calls of low priority",
                    "shard", "rules with very many keys on Redis Cluster")),
    MATCH(List.of("hosts", "methods", "paths", "headers", "jdbc"), Map.of()),
    BACKOFF(
            List.of("signals", "reset-unit", "max-pause", "floor", "factor", "floor-max", "jitter", "adaptive"),
            Map.of()),
    RETRY_BUDGET(List.of("ratio", "min-per-second"), Map.of()),
    COST(List.of("methods", "paths", "headers", "cost"), Map.of()),
    SLIDING_WINDOW_LOG(List.of("sliding-window-log", "spread", "resolution", "costs", "key"), Map.of()),
    TOKEN_BUCKET(List.of("token-bucket", "capacity", "initial", "costs", "key"), Map.of()),
    LEAKY_BUCKET(List.of("leaky-bucket", "depth", "release", "meter", "costs", "key"), Map.of()),
    FIXED_WINDOW(List.of("fixed-window", "align", "costs", "key"), Map.of()),
    SLIDING_WINDOW_COUNTER(List.of("sliding-window-counter", "costs", "key"), Map.of());

    /** The kinds of limits by the key that names them. */
    static final Map<String, Vocabulary> KINDS = kinds();

    private final List<String> keys;
    private final Map<String, String> later;

    Vocabulary(List<String> keys, Map<String, String> later) {
        this.keys = keys;
        this.later = later;
    }

    List<String> keys() {
        return keys;
    }

    /** Returns what the key will be for in a later version, or null if no version knows it. */
    @Nullable
    String later(String key) {
        return later.get(key);
    }

    /** Returns where a key that is unknown here belongs, or null. */
    static @Nullable String elsewhere(String key) {
        if (FILE.keys.contains(key) && !RULE.keys.contains(key)) {
            return "`" + key + "` stands at the top of the file";
        }
        if (RULE.keys.contains(key)) {
            return "`" + key + "` belongs to a downstream, or under `defaults`";
        }
        if (MATCH.keys.contains(key)) {
            return "`" + key + "` belongs under `match`";
        }
        if (BACKOFF.keys.contains(key)) {
            return "`" + key + "` belongs under `backoff`";
        }
        if (RETRY_BUDGET.keys.contains(key)) {
            return "`" + key + "` belongs under `retry-budget`";
        }
        if (REDIS.keys.contains(key)) {
            return "`" + key + "` belongs under `redis` at the top of the file";
        }
        for (Map.Entry<String, Vocabulary> kind : KINDS.entrySet()) {
            if (kind.getValue().keys.contains(key)) {
                boolean name = kind.getKey().equals(key);
                return name
                        ? "`" + key + "` belongs under `limits`: limits: [{" + key + ": 100/s}]"
                        : "`" + key + "` belongs to a limit: limits: [{" + kind.getKey() + ": 100/s, " + key
                                + ": ...}]";
            }
        }
        return null;
    }

    private static Map<String, Vocabulary> kinds() {
        Map<String, Vocabulary> kinds = new LinkedHashMap<>();
        for (Vocabulary kind :
                List.of(SLIDING_WINDOW_LOG, TOKEN_BUCKET, LEAKY_BUCKET, FIXED_WINDOW, SLIDING_WINDOW_COUNTER)) {
            kinds.put(kind.keys.get(0), kind);
        }
        return kinds;
    }
}
