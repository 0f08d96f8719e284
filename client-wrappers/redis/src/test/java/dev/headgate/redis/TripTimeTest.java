package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TripTimeTest {
    private static final long MILLI = 1_000_000;

    @Test
    void inTheSecondAfterTheFirstConnectionATripMayTakeTheRestOfItAndThenTheTimeout() {
        ManualClock clock = new ManualClock();
        TripTime time = new TripTime(clock, 50 * MILLI);
        assertThat(time.getAsLong()).isEqualTo(50 * MILLI);
        time.meet();
        assertThat(time.getAsLong()).isEqualTo(1_000 * MILLI);
        clock.pass(Duration.ofMillis(900));
        assertThat(time.getAsLong()).isEqualTo(100 * MILLI);
        clock.pass(Duration.ofMillis(60));
        assertThat(time.getAsLong()).isEqualTo(50 * MILLI);
        time.meet();
        assertThat(time.getAsLong()).isEqualTo(50 * MILLI);
    }

    @Test
    void aTimeoutThatIsLongerIsNeverCut() {
        TripTime time = new TripTime(new ManualClock(), 3_000 * MILLI);
        time.meet();
        assertThat(time.getAsLong()).isEqualTo(3_000 * MILLI);
    }
}
