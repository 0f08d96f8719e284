package dev.headgate.it.benchmarks;

import dev.headgate.api.CallContext;
import dev.headgate.config.Headgate;
import dev.headgate.it.benchmarks.remote.RemoteLimiter;
import dev.headgate.it.benchmarks.remote.Worker;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.redis.FleetLimiters;
import dev.headgate.redis.FleetLimiters.Pacing;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.Throttle;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.BucketConfiguration;
import io.github.bucket4j.distributed.ExpirationAfterWriteStrategy;
import io.github.bucket4j.distributed.proxy.ProxyManager;
import io.github.bucket4j.distributed.proxy.optimization.Optimization;
import io.github.bucket4j.distributed.proxy.optimization.Optimizations;
import io.github.bucket4j.distributed.serialization.Mapper;
import io.github.bucket4j.redis.jedis.Bucket4jJedis;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.RedisClient;

/** The JVM in which one limiter on Redis is measured, and what no limiter on Redis can do without. */
public final class RedisWorker {
    private RedisWorker() {}

    /** @param args the name of the limiter; the port of the server */
    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[1]);
        Worker.serve(
                switch (args[0]) {
                    case RedisRounds.PING -> ping(port);
                    case RedisRounds.EVALSHA -> evalsha(port);
                    case RedisRounds.BUCKET4J -> bucket4j(port, null);
                    case RedisRounds.BATCHING -> bucket4j(port, Optimizations.batching());
                    case RedisRounds.THROTTLE -> throttle(port);
                    // A queue gives every call a slot of its own, however far away.
                    case RedisRounds.QUEUE ->
                        FleetLimiters.on(port, limit(args[0]), TimeUnit.HOURS.toMicros(1), Pacing.NONE);
                    case RedisRounds.PACED -> FleetLimiters.on(port, limit(args[0]), 0, Pacing.COUNTING);
                    // So does a pace.
                    case RedisRounds.ENGAGED ->
                        FleetLimiters.on(port, limit(args[0]), TimeUnit.HOURS.toMicros(1), Pacing.ENGAGED);
                    default -> FleetLimiters.on(port, limit(args[0]), 0, Pacing.NONE);
                });
    }

    /** As Jedis advises for many threads: one client over a pool with a connection for each of them, none of which is closed for idleness. */
    private static RedisClient client(int port) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(RedisRounds.MOST_THREADS);
        pool.setMaxIdle(RedisRounds.MOST_THREADS);
        return RedisClient.builder()
                .hostAndPort("127.0.0.1", port)
                .poolConfig(pool)
                .build();
    }

    private static RemoteLimiter.Maker ping(int port) {
        RedisClient client = client(port);
        return (prefix, permits, periodMillis, keys) -> key -> client.ping().equals("PONG");
    }

    private static RemoteLimiter.Maker evalsha(int port) {
        RedisClient client = client(port);
        return (prefix, permits, periodMillis, keys) -> {
            String[] names = names(prefix, keys);
            String sha = client.scriptLoad("return 1", names[0]);
            return key -> client.evalsha(sha, 1, names[key]).equals(1L);
        };
    }

    private static RemoteLimiter.Maker bucket4j(int port, @Nullable Optimization optimization) {
        ProxyManager<String> proxies = Bucket4jJedis.casBasedBuilder(client(port))
                .keyMapper(Mapper.STRING)
                .expirationAfterWrite(
                        ExpirationAfterWriteStrategy.basedOnTimeForRefillingBucketUpToMax(Duration.ofSeconds(10)))
                .build();
        return (prefix, permits, periodMillis, keys) -> {
            BucketConfiguration configuration = BucketConfiguration.builder()
                    .addLimit(limit -> limit.capacity(permits).refillGreedy(permits, Duration.ofMillis(periodMillis)))
                    .build();
            String[] names = names(prefix, keys);
            Bucket[] buckets = new Bucket[keys];
            for (int i = 0; i < keys; i++) {
                var builder = proxies.builder();
                // What batches does so among those who share the object.
                buckets[i] = (optimization == null ? builder : builder.withOptimization(optimization))
                        .build(names[i], () -> configuration);
            }
            return key -> buckets[key].tryConsume(1);
        };
    }

    /** All that stands between a program's call and Redis, as a program uses it: rules, keys, remembered refusals, heartbeats. */
    private static RemoteLimiter.Maker throttle(int port) {
        return (prefix, permits, periodMillis, keys) -> {
            String name = prefix.replace(':', '-');
            Headgate headgate = Headgate.builder()
                    // So long that a busy machine is no outage.
                    .redis("redis://127.0.0.1:" + port, redis -> redis.timeout(Duration.ofSeconds(10)))
                    .downstream(name, rule -> {
                        rule.store(Store.REDIS)
                                .onFailure(OnFailure.DENY)
                                .wait(Duration.ZERO)
                                .maxKeys(keys + 1);
                        rule.limit(limit(RedisRounds.TOKEN_BUCKET).of(permits, periodMillis));
                        if (keys > 1) {
                            rule.key("context:key");
                        }
                    })
                    .build();
            Throttle throttle = headgate.downstream(name);
            String[] names = names(prefix, keys);
            return key -> {
                try (CallContext.Scope scope = CallContext.put("key", names[key])) {
                    return throttle.tryAcquire();
                }
            };
        };
    }

    private static String[] names(String prefix, int keys) {
        String[] names = new String[keys];
        for (int i = 0; i < keys; i++) {
            names[i] = prefix + ":" + i;
        }
        return names;
    }

    private static FleetLimiters.Limit limit(String algorithm) {
        return (permits, periodMillis) -> {
            Duration period = Duration.ofMillis(periodMillis);
            var limit = Bandwidth.builder();
            return switch (algorithm) {
                case RedisRounds.TOKEN_BUCKET, RedisRounds.PACED, RedisRounds.ENGAGED ->
                    limit.capacity(permits).refillGreedy(permits, period).build();
                case "leaky meter" -> limit.leakyBucket(permits, period).meter().build();
                case RedisRounds.QUEUE -> limit.leakyBucket(permits, period).build();
                case "fixed window" -> limit.fixedWindow(permits, period).build();
                case "counter" -> limit.slidingWindowCounter(permits, period).build();
                case RedisRounds.LOG ->
                    limit.slidingWindowLog(permits, period).exact().build();
                case RedisRounds.CELLS ->
                    limit.slidingWindowLog(permits, period).build();
                default -> throw new IllegalArgumentException("no such limiter: " + algorithm);
            };
        };
    }
}
