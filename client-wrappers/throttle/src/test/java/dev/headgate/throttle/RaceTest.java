package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Cancel, interrupt and timer at the same moment, with the clock of the machine. */
@Timeout(30)
class RaceTest {
    private static final int MANY = 1_000_000;

    private final Machinery machinery = Machinery.builder()
            .waitingMax(MANY)
            .journal(new ManualBench().journal())
            .build();

    @AfterEach
    void end() {
        assertThat(machinery.places().taken()).isZero();
        machinery.close();
    }

    private Throttles throttles(RuleBuilder rule) {
        return new Throttles(
                List.of(rule.wait(Duration.ofSeconds(20)).queue(MANY).build()),
                machinery,
                new LocalLedger(TimeMeter.SYSTEM_NANOTIME));
    }

    private static long now() {
        return TimeMeter.SYSTEM_NANOTIME.currentTimeNanos();
    }

    private static void assertAddsUp(Tally tally) {
        assertThat(tally.offered())
                .isEqualTo(tally.admitted() + tally.rejected() + tally.cancelled() + tally.failedOpen());
    }

    @Test
    @DisplayName("of a timer that rings and a cancel exactly one wins, every time")
    void cancelAgainstTimer() throws Exception {
        Throttles throttles = throttles(rule("a").tokenBucket(1, 1, Duration.ofNanos(200_000)));
        RuleThrottle throttle = (RuleThrottle) throttles.downstream("a");
        int rounds = 4000;
        AtomicInteger went = new AtomicInteger();
        AtomicInteger cancelled = new AtomicInteger();
        int atOnce = 0;
        for (int i = 0; i < rounds; i++) {
            Scheduled scheduled = throttle.code(1).schedule(null, Long.MAX_VALUE);
            if (scheduled.waitNanos() == 0) {
                assertThat(scheduled.rejection()).isNull();
                atOnce++;
                continue;
            }
            scheduled.onSlot(new Scheduled.Continuation() {
                @Override
                public void admitted() {
                    went.incrementAndGet();
                }

                @Override
                public void rejected(Rejection rejection) {
                    throw new AssertionError(rejection.message());
                }
            });
            long until = now() + scheduled.waitNanos() + (i % 40 - 20) * 5_000L;
            while (now() < until) {
                Thread.onSpinWait();
            }
            cancelled.addAndGet(scheduled.cancel() ? 1 : 0);
        }
        int delayed = rounds - atOnce;
        await().atMost(Duration.ofSeconds(5))
                .untilAsserted(() -> assertThat(went.get() + cancelled.get()).isEqualTo(delayed));
        assertThat(went.get()).isPositive();
        assertThat(cancelled.get()).isPositive();
        assertThat(throttles.snapshot().get(0))
                .returns((long) cancelled.get(), Tally::cancelled)
                .returns((long) atOnce + went.get(), Tally::admitted)
                .returns(0L, Tally::waiting);
        assertAddsUp(throttles.snapshot().get(0));
    }

    @Test
    @DisplayName("calls that are cancelled and interrupted while they wait lose no slot and double none")
    void cancelledAndInterruptedWaiters() throws Exception {
        Throttles throttles = throttles(rule("a").tokenBucket(1, 1, Duration.ofMillis(5)));
        RuleThrottle throttle = (RuleThrottle) throttles.downstream("a");
        AtomicBoolean over = new AtomicBoolean();
        AtomicInteger hits = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        long start = now();
        for (int i = 0; i < 16; i++) {
            Thread thread = new Thread(() -> {
                while (!over.get()) {
                    boolean gives = turns.incrementAndGet() % 4 == 0;
                    Outcome outcome = throttle.code(1).acquire(null, Long.MAX_VALUE, () -> gives);
                    hits.addAndGet(outcome instanceof Outcome.Admitted ? 1 : 0);
                }
            });
            threads.add(thread);
            thread.start();
        }
        await().pollInterval(Duration.ofMillis(10))
                .atMost(Duration.ofSeconds(10))
                .until(() -> {
                    threads.get(hits.get() % threads.size()).interrupt();
                    return hits.get() >= 200;
                });
        over.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        long elapsed = now() - start;
        assertThat((long) hits.get()).isBetween(elapsed / 5_000_000 / 4, 1 + elapsed / 5_000_000);
        assertThat(throttles.snapshot().get(0).cancelled()).isPositive();
        assertAddsUp(throttles.snapshot().get(0));
    }
}
