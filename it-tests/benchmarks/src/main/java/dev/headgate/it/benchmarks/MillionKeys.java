package dev.headgate.it.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.Buckets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jol.info.GraphLayout;

/**
 * What a million used keys retain: our keyed buckets, and Bucket4j's in a Caffeine cache of the same bound, as its documentation
 * advises for local buckets. The keys themselves are counted on neither side.
 */
final class MillionKeys {
    static final String NAME = "a million keys against Bucket4j in Caffeine";
    private static final int KEYS = 1_000_000;

    private MillionKeys() {}

    static Row measure() {
        List<String> keys = new ArrayList<>(KEYS);
        for (int i = 0; i < KEYS; i++) {
            keys.add("customer-" + i);
        }
        // The keys as so many roots: an array that holds them is not counted.
        long keyBytes = GraphLayout.parseInstance(keys.toArray()).totalSize();
        double ours = bytesPerKey(ours(keys), keyBytes);
        double other = bytesPerKey(bucket4j(keys), keyBytes);
        return new Row(NAME + " [bytes a key]", ours, other, ours / other, 0.5);
    }

    private static double bytesPerKey(Object all, long keyBytes) {
        return (double) (GraphLayout.parseInstance(all).totalSize() - keyBytes) / KEYS;
    }

    private static Object ours(List<String> keys) {
        Buckets<String> buckets = Bucket.builder()
                .addLimit(Bandwidth.simple(100, Duration.ofSeconds(1)))
                .buildKeyed(KEYS);
        keys.forEach(key -> buckets.get(key).tryConsume(1));
        return buckets;
    }

    private static Object bucket4j(List<String> keys) {
        Cache<String, io.github.bucket4j.Bucket> cache =
                Caffeine.newBuilder().maximumSize(KEYS).executor(Runnable::run).build();
        var configuration = io.github.bucket4j.BucketConfiguration.builder()
                .addLimit(limit -> limit.capacity(100).refillGreedy(100, Duration.ofSeconds(1)))
                .build();
        keys.forEach(key -> cache.get(key, unused -> {
                    var builder = io.github.bucket4j.Bucket.builder().withNanosecondPrecision();
                    for (var bandwidth : configuration.getBandwidths()) {
                        builder.addLimit(bandwidth);
                    }
                    return builder.build();
                })
                .tryConsume(1));
        cache.cleanUp();
        return cache;
    }
}
