package dev.headgate.it.benchmarks.remote;

import java.time.Duration;
import org.redisson.Redisson;
import org.redisson.api.RRateLimiter;
import org.redisson.api.RateType;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's limiter, with the connections that Redisson makes when it is told nothing but the address. */
public final class RedissonWorker {
    private RedissonWorker() {}

    /** @param args the name of the limiter, which is Redisson's; the port of the server */
    public static void main(String[] args) throws Exception {
        Config config = new Config();
        config.useSingleServer().setAddress("redis://127.0.0.1:" + args[1]);
        RedissonClient redisson = Redisson.create(config);
        Worker.serve((prefix, permits, periodMillis, keys) -> {
            RRateLimiter[] limiters = new RRateLimiter[keys];
            for (int i = 0; i < keys; i++) {
                limiters[i] = redisson.getRateLimiter(prefix + ":" + i);
                limiters[i].trySetRate(RateType.OVERALL, permits, Duration.ofMillis(periodMillis));
            }
            return key -> limiters[key].tryAcquire();
        });
    }
}
