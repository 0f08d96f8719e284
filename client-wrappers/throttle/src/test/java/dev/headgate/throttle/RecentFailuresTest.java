package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RecentFailuresTest {
    private static final long MILLI = 1_000_000;
    private static final long START = -5_000_000_000L;

    private final RecentFailures failures = new RecentFailures(START);

    @Test
    void remembersForTenSecondsAndNotLonger() {
        failures.add(0x1234_5678_9abc_def0L, START);
        assertThat(failures.contains(0x1234_5678_9abc_def0L, START)).isTrue();
        assertThat(failures.contains(0x1234_5678_9abc_def0L, START + 10_000 * MILLI - 1))
                .isTrue();
        assertThat(failures.contains(0x1234_5678_9abc_def0L, START + 10_000 * MILLI))
                .isFalse();
        assertThat(failures.contains(0x1234_5679_9abc_def0L, START)).isFalse();
    }

    @Test
    void knowsNothingAtFirst() {
        SplittableRandom random = new SplittableRandom(1);
        failures.add(-1, START);
        for (int i = 0; i < 100_000; i++) {
            assertThat(failures.contains(random.nextLong() & ~1L, START)).isFalse();
        }
        assertThat(failures.contains(0, START))
                .as("of a place that was never taken")
                .isFalse();
    }

    @Test
    void keepsTheNewerOfTwoThatWantTheSamePlace() {
        failures.add(0x1_0000_0000_0001L, START);
        failures.add(0x2_0000_0000_0001L, START + MILLI);
        assertThat(failures.contains(0x1_0000_0000_0001L, START + MILLI)).isFalse();
        assertThat(failures.contains(0x2_0000_0000_0001L, START + MILLI)).isTrue();
    }
}
