package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads on one bucket: what is admitted is what the limit allows, and nothing is lost or given twice. */
class ManyThreadsTest {
    private static final int THREADS = 8;
    private static final long HOUR = 3_600_000_000_000L;

    static Stream<Bandwidth> thousandAnHour() {
        Duration hour = Duration.ofHours(1);
        return Stream.of(
                Bandwidth.simple(1_000, hour),
                Bandwidth.builder()
                        .leakyBucket(1_000, hour)
                        .depth(1_000)
                        .meter()
                        .build(),
                Bandwidth.builder().fixedWindow(1_000, hour).build(),
                Bandwidth.builder().slidingWindowLog(1_000, hour).build(),
                Bandwidth.builder().slidingWindowCounter(1_000, hour).build());
    }

    private static LocalBucket bucket(Bandwidth bandwidth, TimeMeter meter) {
        return Bucket.builder()
                .addLimit(bandwidth)
                .withCustomTimePrecision(meter)
                .build();
    }

    /** Runs {@code work} in all threads at once and returns the sum of what they say. */
    private static long all(ExecutorService threads, Function<Integer, Long> work) throws InterruptedException {
        AtomicLong sum = new AtomicLong();
        CountDownLatch start = new CountDownLatch(1);
        ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
        for (int t = 0; t < THREADS; t++) {
            int thread = t;
            threads.execute(() -> {
                try {
                    start.await();
                    sum.addAndGet(work.apply(thread));
                } catch (Throwable e) {
                    failures.add(e);
                }
            });
        }
        start.countDown();
        threads.shutdown();
        assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).isEmpty();
        return sum.get();
    }

    @ParameterizedTest
    @MethodSource("thousandAnHour")
    void exactly_the_limit_is_admitted(Bandwidth bandwidth) throws InterruptedException {
        for (ManualMeter meter : List.of(ManualMeter.wall(), ManualMeter.nano())) {
            LocalBucket bucket = bucket(bandwidth, meter);
            long admitted = all(Executors.newFixedThreadPool(THREADS), thread -> {
                long went = 0;
                for (int i = 0; i < 1_000; i++) {
                    went += bucket.tryConsume(1) ? 1 : 0;
                }
                return went;
            });
            assertThat(admitted).isEqualTo(1_000);
        }
    }

    @ParameterizedTest
    @MethodSource("thousandAnHour")
    void cancels_and_fast_calls_together_lose_nothing(Bandwidth bandwidth) throws InterruptedException {
        LocalBucket bucket = bucket(bandwidth, ManualMeter.nano());
        long admitted = all(Executors.newFixedThreadPool(THREADS), thread -> {
            long went = 0;
            for (int i = 0; i < 2_000; i++) {
                if (i % 3 == thread % 3) {
                    Reservation place = bucket.reserve(1, HOUR);
                    boolean free = place.isGranted() && place.nanosToWait() == 0;
                    went += free ? 1 : 0;
                    place.cancel();
                } else {
                    went += bucket.tryConsume(1) ? 1 : 0;
                }
            }
            return went;
        });
        assertThat(admitted).isEqualTo(1_000);
        assertThat(bucket.getAvailableTokens()).isZero();
    }

    @Test
    void tokens_that_are_added_while_others_consume_are_consumed_once() throws InterruptedException {
        LocalBucket bucket = bucket(Bandwidth.simple(100_000, Duration.ofHours(1_000_000)), ManualMeter.nano());
        long admitted = all(Executors.newFixedThreadPool(THREADS), thread -> {
            long went = 0;
            for (int i = 0; i < 20_000; i++) {
                if (thread == 0 && i % 100 == 0) {
                    bucket.forceAddTokens(10);
                }
                went += bucket.tryConsume(1) ? 1 : 0;
            }
            return went;
        });
        assertThat(admitted + bucket.getAvailableTokens()).isEqualTo(100_000 + 200 * 10);
    }

    @Test
    void slots_of_waiting_threads_are_all_different_and_evenly_spaced() throws InterruptedException {
        LocalBucket bucket = bucket(Bandwidth.simple(1, Duration.ofSeconds(1)), ManualMeter.nano());
        ConcurrentLinkedQueue<Long> waits = new ConcurrentLinkedQueue<>();
        all(Executors.newFixedThreadPool(THREADS), thread -> {
            for (int i = 0; i < 500; i++) {
                waits.add(bucket.reserve(1, Long.MAX_VALUE).nanosToWait());
            }
            return 0L;
        });
        List<Long> sorted = new ArrayList<>(waits);
        sorted.sort(null);
        for (int i = 0; i < THREADS * 500; i++) {
            assertThat(sorted.get(i)).isEqualTo(i * 1_000_000_000L);
        }
    }

    @Test
    void virtual_threads_wait_without_holding_their_carriers() throws Exception {
        Method factory;
        try {
            factory = Executors.class.getMethod("newVirtualThreadPerTaskExecutor");
        } catch (NoSuchMethodException beforeJava21) {
            Assumptions.abort("virtual threads need Java 21");
            return;
        }
        LocalBucket bucket = Bucket.builder()
                .addLimit(Bandwidth.simple(1, Duration.ofMillis(1)))
                .build();
        bucket.consumeIgnoringRateLimits(500);
        AtomicLong went = new AtomicLong();
        ExecutorService threads = (ExecutorService) factory.invoke(null);
        // All of them wait at the same time, many more than there are carriers: they end half a second after the debt.
        for (int i = 0; i < 500; i++) {
            threads.execute(() -> {
                bucket.asBlocking().consumeUninterruptibly(1);
                went.incrementAndGet();
            });
        }
        threads.shutdown();
        assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
        assertThat(went.get()).isEqualTo(500);
    }
}
