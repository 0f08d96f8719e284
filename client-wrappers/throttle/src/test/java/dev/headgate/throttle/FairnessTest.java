package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualBench;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FairnessTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MILLI = 1_000_000;

    private ManualBench bench;

    /** A call that tells when it goes, with what it costs. */
    private final class Arrival implements Scheduled.Continuation {
        final long asked = bench.clock.elapsed();
        final long tokens;
        final Runnable next;
        long went = -1;

        Arrival(long tokens, Runnable next) {
            this.tokens = tokens;
            this.next = next;
        }

        Scheduled ask() {
            Scheduled scheduled =
                    ((RuleThrottle) bench.throttle("a")).code(tokens).schedule(null, Long.MAX_VALUE);
            if (scheduled.waitNanos() > 0) {
                scheduled.onSlot(this);
            } else if (scheduled.rejection() == null) {
                admitted();
            }
            return scheduled;
        }

        @Override
        public void admitted() {
            went = bench.clock.elapsed();
            next.run();
        }

        @Override
        public void rejected(Rejection rejection) {}
    }

    private void loop() {
        new Arrival(1, this::loop).ask();
    }

    @Test
    @DisplayName("A10 a large call goes in its turn against a stream of small ones")
    void aLargeCallIsNotStarved() {
        bench = new ManualBench(rule("a")
                .tokenBucket(5, 10, SECOND)
                .wait(SECOND.multipliedBy(5))
                .build());
        for (int i = 0; i < 4; i++) {
            loop();
        }
        for (int i = 0; i < 5; i++) {
            bench.clock.advanceMillis(1000);
            Arrival large = new Arrival(5, () -> {});
            large.ask();
            bench.clock.advanceMillis(1500);
            assertThat(large.went - large.asked).isBetween(0L, 900 * MILLI);
        }
        bench.assertAddsUp();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    @DisplayName("whatever is cancelled and whenever, no window holds more than the limit, and no call is lost")
    void cancelsNeverOverAdmit(int seed) {
        Random random = new Random(seed);
        bench = new ManualBench(
                1000,
                rule("a")
                        .log(5, SECOND)
                        .wait(SECOND.multipliedBy(4))
                        .queue(1000)
                        .build());
        List<Arrival> arrivals = new ArrayList<>();
        List<Scheduled> waiting = new ArrayList<>();
        int cancelled = 0;
        for (int i = 0; i < 3000; i++) {
            bench.clock.advance(random.nextInt(200) * MILLI);
            Arrival arrival = new Arrival(1 + random.nextInt(2), () -> {});
            arrivals.add(arrival);
            waiting.add(arrival.ask());
            if (random.nextInt(3) == 0) {
                cancelled += waiting.remove(random.nextInt(waiting.size())).cancel() ? 1 : 0;
            }
        }
        bench.clock.advanceMillis(10_000);
        Tally tally = bench.tally("a");
        assertThat(tally.cancelled()).isEqualTo(cancelled);
        assertThat(tally.admitted())
                .isEqualTo(arrivals.stream().filter(each -> each.went >= 0).count());
        assertThat(tally.waiting()).isZero();
        bench.assertAddsUp();
        arrivals.removeIf(each -> each.went < 0);
        arrivals.sort((a, b) -> Long.compare(a.went, b.went));
        assertNoWindowHoldsMore(arrivals, 5, SECOND.toNanos());
    }

    private static void assertNoWindowHoldsMore(List<Arrival> sorted, long most, long nanos) {
        int oldest = 0;
        long inside = 0;
        for (Arrival arrival : sorted) {
            inside += arrival.tokens;
            while (arrival.went - sorted.get(oldest).went >= nanos) {
                inside -= sorted.get(oldest++).tokens;
            }
            assertThat(inside).isLessThanOrEqualTo(most);
        }
    }
}
