package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualClock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SparingTest {
    private final ManualClock clock = new ManualClock();
    private final Sparing sparing = new Sparing(clock);

    private List<Integer> saidInSeconds(int seconds) {
        List<Integer> said = new ArrayList<>();
        for (int second = 0; second < seconds; second++) {
            if (sparing.isDue()) {
                said.add(second);
            }
            clock.advanceMillis(1_000);
        }
        return said;
    }

    @Test
    void whatGoesOnIsSaidEverMoreSeldomUpToOnceAMinute() {
        assertThat(saidInSeconds(250)).containsExactly(0, 1, 3, 7, 15, 31, 63, 123, 183, 243);
    }

    @Test
    void afterTwoMinutesWithoutItAllBeginsAnew() {
        saidInSeconds(40);
        clock.advanceMillis(111_000);
        assertThat(saidInSeconds(4)).containsExactly(0, 1, 3);
    }

    @Test
    void shortSilenceDoesNotBeginItAnew() {
        saidInSeconds(40);
        clock.advanceMillis(90_000);
        assertThat(saidInSeconds(70)).containsExactly(0, 60);
    }
}
