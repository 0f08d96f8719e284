package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.testkit.ManualBench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With threads and the clock of the machine. */
@Timeout(30)
class ThreadsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final ExecutorService pool = Executors.newCachedThreadPool();
    private Machinery machinery =
            Machinery.builder().journal(new ManualBench().journal()).build();

    @AfterEach
    void end() {
        machinery.close();
        pool.shutdownNow();
    }

    private Throttles throttles(Rule... rules) {
        return new Throttles(List.of(rules), machinery, new LocalLedger(TimeMeter.SYSTEM_NANOTIME));
    }

    private static long now() {
        return TimeMeter.SYSTEM_NANOTIME.currentTimeNanos();
    }

    private static void assertAddsUp(Throttles throttles) {
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(throttles.snapshot())
                        .allSatisfy(tally -> assertThat(tally.offered())
                                .isEqualTo(
                                        tally.admitted() + tally.rejected() + tally.cancelled() + tally.failedOpen())));
    }

    @Test
    @DisplayName("A32 a full queue lets nobody through")
    void aFullQueueIsNoBypass() throws Exception {
        Throttles throttles = throttles(rule("a")
                .tokenBucket(1, 1, Duration.ofMillis(300))
                .wait(Duration.ofSeconds(60))
                .queue(10)
                .build());
        AtomicInteger hits = new AtomicInteger();
        AtomicInteger rejected = new AtomicInteger();
        AtomicBoolean over = new AtomicBoolean();
        long start = now();
        for (int i = 0; i < 50; i++) {
            pool.submit(() -> {
                while (!over.get()) {
                    try {
                        throttles.downstream("a").acquire();
                        hits.incrementAndGet();
                    } catch (RateLimitedIOException full) {
                        rejected.incrementAndGet();
                        Thread.onSpinWait();
                    }
                }
                return null;
            });
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> hits.get() >= 3);
        long elapsed = now() - start;
        assertThat(hits.get()).isLessThanOrEqualTo((int) (1 + elapsed / 300_000_000));
        assertThat(rejected.get()).isPositive();
        over.set(true);
        machinery.close();
        assertAddsUp(throttles);
    }

    @Test
    @DisplayName("A49 a thread that waits holds nothing that others need")
    void aWaiterHoldsNoLock() throws Exception {
        Throttles throttles = throttles(
                rule("a")
                        .tokenBucket(1, 1, SECOND.multipliedBy(5))
                        .wait(SECOND.multipliedBy(10))
                        .build(),
                rule("b").tokenBucket(100, 100, SECOND).build());
        throttles.downstream("a").acquire();
        Future<?> waiter = pool.submit(() -> {
            throttles.downstream("a").acquire();
            return null;
        });
        await().until(() -> throttles.snapshot().get(0).waiting() == 1);
        long start = now();
        throttles.downstream("b").acquire();
        assertThat(throttles.downstream("a").tryAcquire()).isFalse();
        assertThat(throttles.snapshot()).hasSize(2);
        assertThat(now() - start).isLessThan(100_000_000);
        assertThat(waiter).isNotDone();
        machinery.close();
        await().atMost(Duration.ofSeconds(1)).until(waiter::isDone);
        assertAddsUp(throttles);
    }

    @Test
    @DisplayName("A17 an interrupt is heard at once")
    void anInterruptIsHeard() throws Exception {
        Throttles throttles = throttles(rule("a")
                .tokenBucket(1, 1, SECOND.multipliedBy(5))
                .wait(SECOND.multipliedBy(10))
                .build());
        throttles.downstream("a").acquire();
        CompletableFuture<Long> heard = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                throttles.downstream("a").acquire();
            } catch (InterruptedException interrupted) {
                heard.complete(Thread.currentThread().isInterrupted() ? -1 : now());
            } catch (RateLimitedIOException unexpected) {
                heard.completeExceptionally(unexpected);
            }
        });
        thread.start();
        await().until(() -> throttles.snapshot().get(0).waiting() == 1);
        long start = now();
        thread.interrupt();
        assertThat(heard.get() - start).isBetween(0L, 300_000_000L);
        assertAddsUp(throttles);
    }

    @Test
    @DisplayName("a thousand threads are served in turn, none of them twice and none too early")
    void aThousandThreads() throws Exception {
        machinery = Machinery.builder()
                .waitingMax(2000)
                .journal(new ManualBench().journal())
                .build();
        Throttles throttles = throttles(rule("a")
                .log(400, Duration.ofMillis(500))
                .wait(Duration.ofSeconds(20))
                .queue(2000)
                .build());
        CountDownLatch ready = new CountDownLatch(1);
        List<Future<Long>> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(pool.submit(() -> {
                ready.await();
                throttles.downstream("a").acquire();
                return now();
            }));
        }
        long start = now();
        ready.countDown();
        List<Long> gone = new ArrayList<>();
        for (Future<Long> call : calls) {
            gone.add(call.get());
        }
        gone.sort(null);
        for (int i = 400; i < gone.size(); i++) {
            long slot = start + (i - 400) / 400 * 500_000_000L + 500_000_000L;
            assertThat(gone.get(i)).as("call %d is not before its slot", i).isGreaterThanOrEqualTo(slot);
        }
        assertThat(throttles.snapshot().get(0)).returns(1000L, Tally::admitted).returns(0L, Tally::waiting);
        assertAddsUp(throttles);
    }

    @Test
    @DisplayName(
            "our threads are daemons with our name and no class loader of the program, and start when they are needed")
    void ourThreads() throws Exception {
        Throttles throttles =
                throttles(rule("a").tokenBucket(1, 1, Duration.ofMillis(20)).build());
        throttles.downstream("a").acquire();
        RuleThrottle throttle = (RuleThrottle) throttles.downstream("a");
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        throttle.code(1).schedule(null, Long.MAX_VALUE).onSlot(new Scheduled.Continuation() {
            @Override
            public void admitted() {
                ran.complete(Thread.currentThread());
            }

            @Override
            public void rejected(Rejection rejection) {
                ran.completeExceptionally(rejection.toIOException());
            }
        });
        Thread thread = ran.get();
        assertThat(thread.getName()).startsWith("headgate-continuation-");
        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getContextClassLoader()).isNull();
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(each -> each.getName().startsWith("headgate-timer"))
                .isNotEmpty()
                .allSatisfy(each -> assertThat(each.isDaemon()).isTrue());
    }
}
