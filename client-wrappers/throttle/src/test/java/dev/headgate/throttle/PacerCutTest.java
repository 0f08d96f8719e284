package dev.headgate.throttle;

import static dev.headgate.throttle.EngagedPacer.SECOND;
import static dev.headgate.throttle.EngagedPacer.cutOnce;
import static dev.headgate.throttle.EngagedPacer.engagedAt;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * How failures cut a pace and successes let it grow.
 *
 * <p>Times are microseconds, paces calls in 1,000 seconds; the numbers were worked out without it.
 */
class PacerCutTest {
    private Pacer pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, true);

    @Test
    void aCutEngagesAndCutsAtOnceByTheShareThatFailed() {
        pacer.admitted(0, 100);
        assertThat(pacer.results(0, 1, 0)).isFalse();
        assertThat(pacer.results(SECOND, 4, 5)).isTrue();
        assertThat(pacer.before()).isEqualTo(100_000);
        // 1.5 times the half that was served.
        assertThat(pacer.pace()).isEqualTo(75_000);
    }

    @Test
    void aCutIsNeverDeeperThanThreeTenthsAndNoneWhereTwoThirdsAreServed() {
        pacer.admitted(0, 100);
        pacer.results(0, 1, 0);
        assertThat(pacer.results(SECOND, 0, 9)).isTrue();
        assertThat(pacer.pace()).isEqualTo(70_000);

        pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, true);
        pacer.admitted(0, 100);
        pacer.results(0, 10, 0);
        assertThat(pacer.results(SECOND, 0, 5)).isTrue();
        assertThat(pacer.pace()).isEqualTo(100_000);
    }

    @Test
    void aWindowClosesAfterASecondAndTenResultsAndBeginsWhereTheLastOneEnded() {
        pacer.admitted(0, 100);
        assertThat(pacer.results(0, 0, 9)).isFalse();
        assertThat(pacer.results(5 * SECOND, 0, 1)).isTrue();
        assertThat(pacer.results(6 * SECOND - 1, 0, 100)).isFalse();
        assertThat(pacer.results(6 * SECOND, 0, 1)).isTrue();
    }

    @Test
    void fewFailuresAreNoTrouble() {
        pacer.results(0, 8, 2);
        assertThat(pacer.results(SECOND, 1, 0)).isFalse();
        pacer.results(2 * SECOND - 1, 27, 3);
        assertThat(pacer.results(2 * SECOND, 1, 0))
                .as("3 of 31 are less than a tenth")
                .isFalse();
        pacer.results(3 * SECOND - 1, 27, 2);
        assertThat(pacer.results(3 * SECOND, 0, 1)).as("3 of 30 are a tenth").isTrue();
    }

    @Test
    void cutsEndAtATwentiethAndAtOneASecond() {
        Pacer large = engagedAt(100, 0);
        long[] paces = {70_000, 49_000, 34_300, 24_010, 16_807, 11_764, 8_234, 5_763, 5_000, 5_000};
        large.results(SECOND, 0, 1);
        for (int i = 0; i < paces.length; i++) {
            assertThat(large.results((2 + i) * SECOND, 0, 10)).isTrue();
            assertThat(large.pace()).isEqualTo(paces[i]);
        }
        Pacer small = engagedAt(2, 0);
        small.results(SECOND, 0, 1);
        for (int i = 0; i < 3; i++) {
            small.results((2 + i) * SECOND, 0, 10);
        }
        assertThat(small.pace()).isEqualTo(1_000);
    }

    @Test
    void theFloorOfOneProcessIsItsPart() {
        pacer = new Pacer(SECOND, 200, 50, true);
        pacer.admitted(0, 1);
        pacer.pause(SECOND, SECOND);
        assertThat(pacer.pace()).isEqualTo(200);
        pacer.results(SECOND, 0, 1);
        for (int i = 0; i < 5; i++) {
            pacer.results((2 + i) * SECOND, 0, 10);
        }
        // 140, 98, 68, 50.
        assertThat(pacer.pace()).isEqualTo(50);
    }

    @Test
    void notAdaptiveMeansNoCutsButPausesStillEndAtThePaceAndItGrows() {
        pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, false);
        pacer.admitted(0, 100);
        pacer.results(0, 0, 50);
        assertThat(pacer.results(SECOND, 0, 50)).isFalse();
        assertThat(pacer.isEngaged()).isFalse();
        pacer.pause(SECOND, 2 * SECOND);
        assertThat(pacer.pace()).isEqualTo(100_000);
        pacer.results(3 * SECOND, 2, 0);
        assertThat(pacer.pace()).isEqualTo(100_100);
        pacer.settle(12 * SECOND, 0);
        assertThat(pacer.isEngaged()).isFalse();
    }

    @Test
    void belowWhatWentBeforeASuccessGivesMoreTheLowerThePaceIs() {
        Pacer cut = cutOnce(100, 0);
        cut.results(2 * SECOND, 1, 0);
        assertThat(cut.pace()).isEqualTo(70_071);
        cut.results(2 * SECOND, 1, 0);
        assertThat(cut.pace()).isEqualTo(70_142);
        assertThat(cut.gap()).as("14,256.79 rounded up").isEqualTo(14_257);
    }

    @Test
    void severalSuccessesAtOnceAreOneAfterTheOtherAndComeBeforeTheCut() {
        Pacer cut = cutOnce(100, 0);
        // 70,071, 70,142, 70,213, 70,284, 70,355; then times 0.75.
        assertThat(cut.results(3 * SECOND, 5, 5)).isTrue();
        assertThat(cut.pace()).isEqualTo(52_766);
    }

    @Test
    void growthDoesNotEndAtWhatWentBefore() {
        Pacer free = engagedAt(100, 0);
        free.results(SECOND, 2, 0);
        assertThat(free.pace()).isEqualTo(100_100);

        Pacer limited = engagedAt(100, 200_000);
        limited.results(SECOND, 1, 0);
        assertThat(limited.pace()).isEqualTo(100_100);
        limited.results(SECOND, 1, 0);
        assertThat(limited.pace()).isEqualTo(100_199);

        Pacer fast = engagedAt(999_999, 0);
        fast.results(SECOND, 100, 0);
        assertThat(fast.pace()).isEqualTo(Pacer.MOST);
    }

    @Test
    void nothingGrowsDuringAPauseButItMayBeCut() {
        Pacer engaged = engagedAt(100, 0);
        engaged.pause(SECOND, 5 * SECOND);
        engaged.results(SECOND, 5, 0);
        assertThat(engaged.results(2 * SECOND, 0, 15)).isTrue();
        assertThat(engaged.pace()).isEqualTo(70_000);
        engaged.results(5 * SECOND - 1, 5, 0);
        assertThat(engaged.pace()).isEqualTo(70_000);
        engaged.results(5 * SECOND, 1, 0);
        assertThat(engaged.pace()).isEqualTo(70_071);
    }
}
