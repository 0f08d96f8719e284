package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How far the sliding window counter is from an exact log of what it admitted, by kind of traffic. The table is printed. */
class CounterErrorTest {
    private static CounterError print(String traffic, CounterError figures) {
        System.out.printf(
                "counter, %-32s wrong %5.2f %% (allowed %5.2f, denied %5.2f), estimate off by %5.1f %%, worst window %.2f%n",
                traffic,
                figures.wrong(),
                figures.allowed(),
                figures.denied(),
                figures.estimateError(),
                figures.worst());
        return figures;
    }

    @Test
    void steady_traffic_is_never_far_above_the_limit() {
        for (double share : new double[] {0.5, 0.8, 0.9, 1.0, 1.5, 3}) {
            CounterError figures = print("Poisson at " + share + " of the limit", CounterError.random(share));
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
        CounterError bursts = print("bursts of 3 s", CounterError.bursts());
        CounterError end = print("all at a window's end, then flood", CounterError.allAtTheEnd());
        CounterError start = print("all at a window's start, then flood", CounterError.allAtTheStart());
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
            List<Long> times = CounterError.poisson(share, source);
            CounterError figures = CounterError.at(times.subList(0, Math.min(times.size(), 400)));
            arrivals += figures.arrivals();
            wrong += figures.wrongDecisions();
        }
        System.out.printf(
                "counter, 2,000 sources, 99.9 %% of them below 0.5 of the limit: wrong %.4f %%%n",
                100.0 * wrong / arrivals);
        assertThat(100.0 * wrong / arrivals).isLessThan(0.02);
    }
}
