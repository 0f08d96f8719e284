package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** How far the sliding window counter is from an exact log of what it admitted, by kind of traffic. The table is printed. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CounterErrorTest {
    private static final int LIMIT = 100;
    private static final long PERIOD = 60 * SECOND;
    private static final long LENGTH = 300 * PERIOD;

    private static final class Figures {
        private final LocalBucket bucket;
        private final ManualMeter clock = ManualMeter.wall();
        private final ArrayDeque<Long> inside = new ArrayDeque<>();
        private long arrivals;
        private long admitted;
        private long wronglyAllowed;
        private long wronglyDenied;
        private double error;
        private int most;

        Figures() {
            bucket = Bucket.builder()
                    .addLimit(limit -> limit.slidingWindowCounter(LIMIT, Duration.ofNanos(PERIOD)))
                    .withCustomTimePrecision(clock)
                    .build();
        }

        Figures of(List<Long> times) {
            for (long time : times) {
                arrive(time);
            }
            return this;
        }

        private void arrive(long time) {
            clock.at(time);
            while (!inside.isEmpty() && inside.peekFirst() <= time - PERIOD) {
                inside.removeFirst();
            }
            int exact = inside.size();
            long estimate = LIMIT - bucket.getAvailableTokens();
            error += Math.abs(estimate - exact) / (double) Math.max(1, exact);
            boolean went = bucket.tryConsume(1);
            arrivals++;
            wronglyAllowed += went && exact >= LIMIT ? 1 : 0;
            wronglyDenied += !went && exact < LIMIT ? 1 : 0;
            if (went) {
                admitted++;
                inside.addLast(time);
                most = Math.max(most, inside.size());
            }
        }

        double wrong() {
            return 100.0 * (wronglyAllowed + wronglyDenied) / arrivals;
        }

        double worst() {
            return most / (double) LIMIT;
        }

        double rate() {
            return admitted / (double) (LENGTH / PERIOD) / LIMIT;
        }

        Figures print(String traffic) {
            System.out.printf(
                    "counter, %-32s wrong %5.2f %% (allowed %5.2f, denied %5.2f), estimate off by %5.1f %%, worst window %.2f%n",
                    traffic,
                    wrong(),
                    100.0 * wronglyAllowed / arrivals,
                    100.0 * wronglyDenied / arrivals,
                    100 * error / arrivals,
                    worst());
            return this;
        }
    }

    private static List<Long> poisson(double share, long seed) {
        Random random = new Random(seed);
        List<Long> times = new ArrayList<>();
        double mean = PERIOD / (share * LIMIT);
        for (double t = 0; t < LENGTH; t += -mean * Math.log(1 - random.nextDouble())) {
            times.add((long) t);
        }
        return times;
    }

    /** {@code calls} at once at {@code offset} in every second window. */
    private static List<Long> burstsThenFlood(long offset) {
        List<Long> times = new ArrayList<>();
        for (long window = 0; window < LENGTH; window += 3 * PERIOD) {
            for (int i = 0; i < LIMIT; i++) {
                times.add(window + offset + i);
            }
            for (int i = 0; i < 6 * LIMIT; i++) {
                times.add(window + PERIOD + i * PERIOD / (6 * LIMIT));
            }
        }
        return times;
    }

    @Test
    void steady_traffic_is_never_far_above_the_limit() {
        for (double share : new double[] {0.5, 0.8, 0.9, 1.0, 1.5, 3}) {
            Figures figures = new Figures().of(poisson(share, 5)).print("Poisson at " + share + " of the limit");
            assertThat(figures.worst()).isLessThanOrEqualTo(1.25);
            if (share >= 1.5) {
                assertThat(figures.rate()).isBetween(0.98, 1.0);
            }
            if (share <= 0.5) {
                assertThat(figures.wrong()).isLessThan(0.01);
            }
        }
    }

    @Test
    void no_traffic_at_all_gets_twice_the_limit() {
        Random random = new Random(5);
        List<Long> onOff = new ArrayList<>();
        for (long on = 0; on < LENGTH; on += (long) ((0.5 + random.nextDouble()) * PERIOD)) {
            for (int i = 0; i < LIMIT / 2 + random.nextInt(LIMIT); i++) {
                onOff.add(on + i * 3 * SECOND / (3 * LIMIT / 2));
            }
        }
        onOff.sort(null);
        Figures bursts = new Figures().of(onOff).print("bursts of 3 s");
        Figures end = new Figures().of(burstsThenFlood(PERIOD - LIMIT)).print("all at a window's end, then flood");
        Figures start = new Figures().of(burstsThenFlood(0)).print("all at a window's start, then flood");
        assertThat(bursts.worst()).isLessThan(2.0);
        assertThat(end.worst()).isBetween(1.9, 1.99);
        assertThat(start.worst()).isLessThanOrEqualTo(1.0);
    }

    @Test
    void sources_that_are_mostly_far_from_the_limit_are_nearly_always_judged_rightly() {
        Random random = new Random(5);
        long arrivals = 0;
        long wrong = 0;
        for (int source = 0; source < 2_000; source++) {
            boolean heavy = source % 1_000 == 999;
            double share = heavy ? 0.9 : Math.min(0.45, 0.02 * Math.exp(random.nextGaussian()));
            List<Long> times = poisson(share, source);
            Figures figures = new Figures().of(times.subList(0, Math.min(times.size(), 400)));
            arrivals += figures.arrivals;
            wrong += figures.wronglyAllowed + figures.wronglyDenied;
        }
        System.out.printf(
                "counter, 2,000 sources, 99.9 %% of them below 0.5 of the limit: wrong %.4f %%%n",
                100.0 * wrong / arrivals);
        assertThat(100.0 * wrong / arrivals).isLessThan(0.02);
    }
}
