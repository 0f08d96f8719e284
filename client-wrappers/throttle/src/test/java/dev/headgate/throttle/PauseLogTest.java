package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualClock;
import dev.headgate.throttle.key.Key;
import org.junit.jupiter.api.Test;

class PauseLogTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final PauseLog log = new PauseLog(clock);

    private static PauseScope key(long number) {
        return new PauseScope(new Key(0, number));
    }

    @Test
    void remembersWhatWasSaidUntilThePauseIsOver() {
        assertThat(log.why(PauseScope.RULE)).isNull();
        log.begins(PauseScope.RULE, "first", 2_000 * MILLI);
        log.begins(key(1), "of one", 1_000 * MILLI);
        assertThat(log.why(PauseScope.RULE)).isEqualTo("first");
        assertThat(log.why(key(1))).isEqualTo("of one");
        assertThat(log.why(key(2))).isNull();
        clock.advance(1_000 * MILLI);
        assertThat(log.why(key(1))).isNull();
        clock.advance(1_000 * MILLI - 1);
        assertThat(log.why(PauseScope.RULE)).isEqualTo("first");
        clock.advance(1);
        assertThat(log.why(PauseScope.RULE)).isNull();
    }

    @Test
    void theWordThatHoldsLongestCounts() {
        log.begins(PauseScope.RULE, "longer", 2_000 * MILLI);
        log.begins(PauseScope.RULE, "shorter", 500 * MILLI);
        assertThat(log.why(PauseScope.RULE)).isEqualTo("longer");
        log.begins(PauseScope.RULE, "longest", 3_000 * MILLI);
        assertThat(log.why(PauseScope.RULE)).isEqualTo("longest");
    }

    @Test
    void whatRenewsAPauseThatHoldsIsNoNewOne() {
        assertThat(log.begins(key(1), "one", 5_000 * MILLI)).isTrue();
        assertThat(log.begins(key(1), "one", 6_000 * MILLI)).as("renewed").isFalse();
        assertThat(log.begins(key(2), "two", 100 * MILLI)).as("another").isTrue();
        clock.advanceMillis(5_999);
        assertThat(log.begins(key(1), "one", MILLI)).as("a millisecond is left").isFalse();
        clock.advanceMillis(1);
        assertThat(log.begins(key(1), "one", MILLI)).isTrue();
    }

    @Test
    void ofManyKeysTheOneHeardOfLongestAgoIsForgotten() {
        for (int i = 0; i < 64; i++) {
            log.begins(key(i), "some", 5_000 * MILLI);
        }
        assertThat(log.why(key(0))).isEqualTo("some");
        log.begins(key(64), "some", 5_000 * MILLI);
        assertThat(log.why(key(1))).isNull();
        assertThat(log.why(key(0))).isEqualTo("some");
        assertThat(log.why(key(64))).isEqualTo("some");
    }
}
