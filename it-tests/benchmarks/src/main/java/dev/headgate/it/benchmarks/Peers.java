package dev.headgate.it.benchmarks;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The other libraries, configured as their documentation advises for a quick local limiter. */
final class Peers {
    /** More than any thread can ask for, so that every call is admitted. */
    static final long PLENTY_A_SECOND = 1_000_000_000L;

    private Peers() {}

    /**
     * What no limiter can do without: read the clock, and set the state that it implies. In this order, so that nothing but the
     * compare-and-set itself can be lost to another thread: with the clock read between the two, a loop on two cores takes up to
     * twice as long, and would flatter who is measured against it.
     */
    static Subject bareCas() {
        AtomicLong state = new AtomicLong();
        return () -> {
            while (true) {
                long now = System.nanoTime();
                if (state.compareAndSet(state.get(), now)) {
                    return true;
                }
            }
        };
    }

    static Subject bucket4j(boolean accepting) {
        Bucket bucket = Bucket.builder()
                .addLimit(limit -> accepting
                        ? limit.capacity(PLENTY_A_SECOND).refillGreedy(PLENTY_A_SECOND, Duration.ofSeconds(1))
                        : limit.capacity(1).refillGreedy(1, Duration.ofDays(1)))
                .withNanosecondPrecision()
                .build();
        return drained(accepting, () -> bucket.tryConsume(1));
    }

    static Subject bucket4jTwoLimits() {
        Bucket bucket = Bucket.builder()
                .addLimit(limit -> limit.capacity(PLENTY_A_SECOND).refillGreedy(PLENTY_A_SECOND, Duration.ofSeconds(1)))
                .addLimit(limit ->
                        limit.capacity(60 * PLENTY_A_SECOND).refillGreedy(60 * PLENTY_A_SECOND, Duration.ofMinutes(1)))
                .withNanosecondPrecision()
                .build();
        return () -> bucket.tryConsume(1);
    }

    /** Bucket4j's nearest to a fixed window: all tokens at once at the end of each period. */
    static Subject bucket4jInterval() {
        Bucket bucket = Bucket.builder()
                .addLimit(limit ->
                        limit.capacity(PLENTY_A_SECOND).refillIntervally(PLENTY_A_SECOND, Duration.ofSeconds(1)))
                .withNanosecondPrecision()
                .build();
        return () -> bucket.tryConsume(1);
    }

    static Subject resilience4j(boolean accepting) {
        var limiter = io.github.resilience4j.ratelimiter.RateLimiter.of(
                "bench",
                io.github.resilience4j.ratelimiter.RateLimiterConfig.custom()
                        .limitForPeriod(accepting ? (int) PLENTY_A_SECOND : 1)
                        .limitRefreshPeriod(accepting ? Duration.ofSeconds(1) : Duration.ofDays(1))
                        .timeoutDuration(Duration.ZERO)
                        .build());
        return drained(accepting, limiter::acquirePermission);
    }

    @SuppressWarnings("UnstableApiUsage")
    static Subject guava(boolean accepting) {
        RateLimiter limiter = RateLimiter.create(accepting ? PLENTY_A_SECOND : 1.0 / 86_400);
        return drained(accepting, limiter::tryAcquire);
    }

    static Subject failsafe(boolean accepting) {
        var limiter = dev.failsafe.RateLimiter.<Void>burstyBuilder(
                        accepting ? PLENTY_A_SECOND : 1, accepting ? Duration.ofSeconds(1) : Duration.ofDays(1))
                .build();
        return drained(accepting, limiter::tryAcquirePermit);
    }

    /** A subject that shall refuse has its only token taken before it is measured. */
    static Subject drained(boolean accepting, Subject subject) {
        if (!accepting) {
            boolean first = subject.tryOne();
            if (!first || subject.tryOne()) {
                throw new IllegalStateException("this limiter does not refuse its second call");
            }
        }
        return subject;
    }
}
