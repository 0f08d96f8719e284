package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call that goes at once or is refused by {@code tryConsume} allocates nothing, whatever the limits. */
class AllocationTest {
    private static final com.sun.management.ThreadMXBean THREADS =
            (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

    static Stream<LocalBucket> buckets() {
        Duration tick = Duration.ofMillis(1);
        return Stream.of(
                Bucket.builder().addLimit(Bandwidth.simple(1_000, tick)).build(),
                Bucket.builder()
                        .addLimit(Bandwidth.simple(1_000, tick))
                        .withMillisecondPrecision()
                        .build(),
                Bucket.builder()
                        .addLimit(limit -> limit.leakyBucket(1_000, tick).release(10))
                        .build(),
                Bucket.builder()
                        .addLimit(limit -> limit.fixedWindow(1_000, tick))
                        .build(),
                Bucket.builder()
                        .addLimit(limit -> limit.slidingWindowLog(1_000, tick))
                        .build(),
                Bucket.builder()
                        .addLimit(limit -> limit.slidingWindowLog(10_000, tick))
                        .build(),
                Bucket.builder()
                        .addLimit(limit -> limit.slidingWindowCounter(1_000, tick))
                        .addLimit(Bandwidth.simple(1_000, tick))
                        .build());
    }

    @ParameterizedTest
    @MethodSource("buckets")
    void a_decision_allocates_nothing(LocalBucket bucket) {
        long[] costs = new long[bucket.getConfiguration().getBandwidths().length];
        Arrays.fill(costs, 1);
        consume(bucket, costs, 50_000);
        long thread = Thread.currentThread().getId();
        long before = THREADS.getThreadAllocatedBytes(thread);
        consume(bucket, costs, 50_000);
        // Something else of the JVM may allocate now and then; 100,000 decisions of one byte each would show.
        assertThat(THREADS.getThreadAllocatedBytes(thread) - before).isLessThan(50_000);
    }

    private static void consume(LocalBucket bucket, long[] costs, int times) {
        for (int i = 0; i < times; i++) {
            // A refused reservation is an object that says when to come back.
            if (bucket.tryConsume(1) && bucket.getAvailableTokens() > 100) {
                bucket.reserve(costs, 0);
            }
        }
    }
}
