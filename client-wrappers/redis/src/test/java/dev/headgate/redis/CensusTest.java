package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CensusTest {
    private static final long SECOND = 1_000_000_000;

    private final Census census = new Census(20);

    @Test
    void whoeverWasNeverCountedDividesByTheNumberThatIsExpected() {
        assertThat(census.divisor()).isEqualTo(20);
        assertThat(census.live()).isZero();
    }

    @Test
    void moreThanBeforeAreBelievedAtOnce() {
        census.count(4, 0);
        census.count(6, 5 * SECOND);
        assertThat(census.divisor()).isEqualTo(6);
    }

    @Test
    void whoeverWasCountedCountsAsLongAsAHeartbeatHolds() {
        census.count(9, 0);
        census.count(1, 5 * SECOND);
        assertThat(census.divisor())
                .as("a Redis that was just restarted knows few")
                .isEqualTo(9);
        assertThat(census.live()).isEqualTo(1);
    }

    @Test
    void afterThatACountThatFellIsNotBelievedBelowHalf() {
        census.count(9, 0);
        for (int second = 5; second <= 45; second += 5) {
            census.count(1, second * SECOND);
        }
        assertThat(census.divisor()).isEqualTo(5);
    }

    @Test
    void whatWasCountedLongAgoIsForgotten() {
        census.count(9, 0);
        for (int second = 5; second <= 150; second += 5) {
            census.count(1, second * SECOND);
        }
        assertThat(census.divisor()).isEqualTo(1);
    }

    @Test
    void afterASilenceNothingIsRemembered() {
        census.count(9, 0);
        census.count(1, 500 * SECOND);
        assertThat(census.divisor()).isEqualTo(1);
    }

    @Test
    void aClockThatBeginsBelowZeroForgetsAsWell() {
        long begin = -1_000 * SECOND;
        census.count(9, begin);
        for (int second = 5; second <= 150; second += 5) {
            census.count(1, begin + second * SECOND);
        }
        assertThat(census.divisor()).isEqualTo(1);
    }

    @Test
    void aClockThatOverflowsForgetsAsWell() {
        long begin = Long.MAX_VALUE - 30 * SECOND;
        census.count(9, begin);
        for (int second = 5; second <= 150; second += 5) {
            census.count(1, begin + second * SECOND);
        }
        assertThat(census.divisor()).isEqualTo(1);
    }
}
