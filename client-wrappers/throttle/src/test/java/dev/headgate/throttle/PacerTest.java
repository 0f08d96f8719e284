package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Times are microseconds, paces calls in 1,000 seconds; the numbers were worked out without it. */
class PacerTest {
    private static final long SECOND = 1_000_000;

    private Pacer pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, true);

    /** One that comes back at the pace of so many calls a second: a pause that was over at once. */
    private static Pacer engagedAt(long perSecond, long tightest) {
        Pacer engaged = new Pacer(SECOND, tightest, Pacer.ONE_A_SECOND, true);
        engaged.admitted(0, perSecond);
        engaged.pause(SECOND, SECOND);
        assertThat(engaged.before()).isEqualTo(perSecond * 1_000);
        return engaged;
    }

    /** Cut to 70 % a second after it began. */
    private static Pacer cutOnce(long perSecond, long tightest) {
        Pacer cut = engagedAt(perSecond, tightest);
        cut.results(SECOND, 0, 1);
        assertThat(cut.results(2 * SECOND, 0, 9)).isTrue();
        return cut;
    }

    @Test
    void withoutTroubleNothingIsEngaged() {
        pacer.admitted(0, 1_000);
        pacer.results(0, 900, 90);
        assertThat(pacer.isEngaged()).isFalse();
        assertThat(pacer.gap()).isZero();
        assertThat(pacer.pace()).isZero();
        assertThat(pacer.before()).isZero();
    }

    @Test
    void aPauseEngagesAtWhatWasAdmittedInTheLastTenSeconds() {
        for (int second = 0; second < 10; second++) {
            pacer.admitted(second * SECOND, 100);
        }
        pacer.pause(9 * SECOND + SECOND / 2, 20 * SECOND);
        // 1,000 calls in 9.5 s.
        assertThat(pacer.before()).isEqualTo(105_263);
        assertThat(pacer.pace()).isEqualTo(105_263);
    }

    @Test
    void whatIsOlderDoesNotCount() {
        pacer.admitted(0, 50);
        pacer.admitted(10 * SECOND, 20);
        pacer.pause(10 * SECOND, 11 * SECOND);
        // The second from 0 to 1 has gone: 20 calls in 9 s.
        assertThat(pacer.pace()).isEqualTo(2_222);
    }

    @Test
    void aShortHistoryCountsForWhatItCoversAndForASecondAtLeast() {
        pacer.admitted(0, 7);
        pacer.pause(3 * SECOND + SECOND / 2, 4 * SECOND);
        assertThat(pacer.pace()).isEqualTo(2_000);

        pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, true);
        pacer.admitted(0, 5);
        pacer.pause(SECOND / 5, SECOND);
        assertThat(pacer.pace()).isEqualTo(5_000);
    }

    @Test
    void whatWasGivenBackWasNotAdmitted() {
        pacer.admitted(0, 5);
        pacer.admitted(0, -2);
        pacer.pause(SECOND, SECOND);
        assertThat(pacer.pace()).isEqualTo(3_000);
    }

    @Test
    void theTightestLimitIsTheMostAndOneASecondTheLeast() {
        pacer = new Pacer(SECOND, 40_000, Pacer.ONE_A_SECOND, true);
        pacer.admitted(0, 100);
        pacer.pause(SECOND, SECOND);
        assertThat(pacer.pace()).isEqualTo(40_000);

        pacer = new Pacer(SECOND, 500, Pacer.ONE_A_SECOND, true);
        pacer.pause(0, SECOND);
        assertThat(pacer.pace()).isEqualTo(1_000);

        pacer = new Pacer(SECOND, 0, 50, true);
        pacer.pause(0, SECOND);
        assertThat(pacer.pace()).isEqualTo(50);
    }

    @Test
    void onlyLimitsOfAMinuteAtMostCount() {
        Bandwidth window =
                Bandwidth.builder().fixedWindow(90, Duration.ofMinutes(1)).build();
        Bandwidth log =
                Bandwidth.builder().slidingWindowLog(100, Duration.ofSeconds(1)).build();
        Bandwidth day = Bandwidth.builder().fixedWindow(10, Duration.ofDays(1)).build();
        Bandwidth bucket = Bandwidth.builder()
                .capacity(5)
                .refillGreedy(7, Duration.ofSeconds(3))
                .build();
        assertThat(Pacer.tightest(List.of())).isZero();
        assertThat(Pacer.tightest(List.of(day))).isZero();
        assertThat(Pacer.tightest(List.of(log, day))).isEqualTo(100_000);
        assertThat(Pacer.tightest(List.of(log, window))).isEqualTo(1_500);
        assertThat(Pacer.tightest(List.of(bucket, log))).isEqualTo(2_333);
        Bandwidth leaky = Bandwidth.builder()
                .leakyBucket(10, Duration.ofSeconds(1))
                .depth(50)
                .build();
        Bandwidth counter = Bandwidth.builder()
                .slidingWindowCounter(20, Duration.ofSeconds(1))
                .build();
        assertThat(Pacer.tightest(List.of(leaky, counter))).isEqualTo(10_000);
    }

    @Test
    void thePaceBeforeIsFixedUntilItDisengages() {
        Pacer engaged = engagedAt(100, 0);
        engaged.admitted(2 * SECOND, 5_000);
        engaged.pause(3 * SECOND, 4 * SECOND);
        assertThat(engaged.before()).isEqualTo(100_000);
        assertThat(engaged.pace()).isEqualTo(100_000);
    }

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

    @Test
    void aPauseThatEndsBeforeItsTimeLetsThePaceGrow() {
        Pacer engaged = engagedAt(100, 0);
        engaged.pause(SECOND, 500 * SECOND);
        engaged.resume(3 * SECOND);
        engaged.results(3 * SECOND, 1, 0);
        assertThat(engaged.pace()).isEqualTo(100_050);
        engaged.settle(13 * SECOND, 0);
        assertThat(engaged.isEngaged()).isFalse();
    }

    @Test
    void aProbeThatIsServedLateIsWhereTheCalmBegins() {
        Pacer engaged = engagedAt(100, 0);
        engaged.pause(SECOND, 2 * SECOND);
        engaged.resume(20 * SECOND);
        engaged.settle(30 * SECOND - 1, 0);
        assertThat(engaged.isEngaged()).isTrue();
        engaged.settle(30 * SECOND, 0);
        assertThat(engaged.isEngaged()).isFalse();
    }

    @Test
    void aPauseOfAPartEngagesButTheOthersMakeThePaceGrow() {
        pacer.admitted(0, 100);
        pacer.pausePart(SECOND, 31 * SECOND);
        assertThat(pacer.pace()).isEqualTo(100_000);
        pacer.results(SECOND, 1, 0);
        assertThat(pacer.pace()).isEqualTo(100_050);
        pacer.settle(41 * SECOND - 1, 0);
        assertThat(pacer.isEngaged()).isTrue();
        pacer.settle(41 * SECOND, 0);
        assertThat(pacer.isEngaged()).isFalse();
    }

    @Test
    void itDisengagesTenSecondsAfterTheEndOfThePauseHoweverLongThatWas() {
        Pacer engaged = engagedAt(100, 0);
        engaged.pause(SECOND, 31 * SECOND);
        engaged.settle(31 * SECOND, 0);
        assertThat(engaged.isEngaged()).isTrue();
        engaged.settle(41 * SECOND - 1, 0);
        assertThat(engaged.isEngaged()).isTrue();
        engaged.settle(41 * SECOND, 0);
        assertThat(engaged.isEngaged()).isFalse();
        assertThat(engaged.gap()).isZero();
    }

    @Test
    void itDoesNotDisengageBeforeThePaceIsWhatItWas() {
        Pacer cut = cutOnce(10, 0);
        assertThat(cut.pace()).isEqualTo(7_000);
        // 71 for the first one, less for each later one: 7,000 + 50 x 10,000 / 7,000 and so on.
        cut.results(20 * SECOND, 50, 0);
        assertThat(cut.pace()).isEqualTo(9_939);
        cut.settle(30 * SECOND, 0);
        assertThat(cut.isEngaged()).isTrue();
        cut.results(30 * SECOND, 2, 0);
        assertThat(cut.pace()).isEqualTo(10_039);
        cut.settle(30 * SECOND, 0);
        assertThat(cut.isEngaged()).isFalse();
    }

    @Test
    void itDoesNotDisengageTenSecondsAfterACutOrBeforeTheLastSlotHasPassed() {
        Pacer cut = engagedAt(100, 0);
        cut.results(SECOND, 10, 0);
        assertThat(cut.results(5 * SECOND, 0, 5)).isTrue();
        assertThat(cut.pace()).isEqualTo(100_500);
        cut.settle(15 * SECOND - 1, 0);
        assertThat(cut.isEngaged()).isTrue();
        cut.settle(15 * SECOND, 15 * SECOND + 1);
        assertThat(cut.isEngaged()).isTrue();
        cut.settle(15 * SECOND + 1, 15 * SECOND + 1);
        assertThat(cut.isEngaged()).isFalse();
    }

    @Test
    void whatWentBeforeIsMeasuredAnewWhenItEngagesAgain() {
        Pacer engaged = engagedAt(100, 0);
        engaged.settle(11 * SECOND, 0);
        engaged.admitted(11 * SECOND, 90);
        engaged.pause(12 * SECOND, 13 * SECOND);
        // 90 calls in the nine full seconds before this one.
        assertThat(engaged.before()).isEqualTo(10_000);
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
    void itServesIfTwoThirdsOfTenResultsWereGood() {
        assertThat(pacer.serves(0)).isFalse();
        assertThat(pacer.knows(0)).isFalse();
        pacer.results(0, 9, 0);
        assertThat(pacer.serves(0)).isFalse();
        assertThat(pacer.knows(0)).isFalse();
        pacer.results(0, 0, 4);
        assertThat(pacer.knows(0)).isTrue();
        assertThat(pacer.serves(0)).as("9 of 13").isTrue();
        pacer.results(0, 0, 1);
        assertThat(pacer.serves(0)).as("9 of 14").isFalse();
        pacer.results(SECOND, 5, 0);
        pacer.results(2 * SECOND, 0, 2);
        assertThat(pacer.serves(2 * SECOND)).as("14 of 21").isTrue();
        assertThat(pacer.serves(31 * SECOND - 1)).isTrue();
        assertThat(pacer.knows(31 * SECOND - 1)).isTrue();
        assertThat(pacer.serves(31 * SECOND)).as("0 of 2").isFalse();
        assertThat(pacer.knows(31 * SECOND)).isFalse();
    }

    @Test
    void aMinuteWithoutUseIsAFreshStart() {
        Pacer cut = cutOnce(100, 0);
        cut.settle(62 * SECOND - 1, 0);
        assertThat(cut.isEngaged()).isTrue();
        cut.settle(62 * SECOND, 0);
        assertThat(cut.isEngaged()).isFalse();
        cut.pause(63 * SECOND, 64 * SECOND);
        assertThat(cut.pace()).isEqualTo(1_000);
    }

    @Test
    void aLongPauseIsNotForgotten() {
        Pacer engaged = engagedAt(100, 0);
        engaged.pause(SECOND, 300 * SECOND);
        engaged.admitted(300 * SECOND, 1);
        assertThat(engaged.pace()).isEqualTo(100_000);
    }

    @Test
    void aClockThatWasSetBackTakesEverythingWithIt() {
        pacer.admitted(100 * SECOND, 100);
        pacer.admitted(101 * SECOND, 0);
        pacer.pause(101 * SECOND, 103 * SECOND);
        // A hiccup of a second is none.
        pacer.results(100 * SECOND, 1, 0);
        assertThat(pacer.pace()).isEqualTo(100_000);
        pacer.settle(40 * SECOND, 0);
        pacer.results(42 * SECOND - 1, 1, 0);
        assertThat(pacer.pace()).isEqualTo(100_000);
        pacer.results(42 * SECOND, 1, 0);
        assertThat(pacer.pace()).isEqualTo(100_050);
        pacer.settle(52 * SECOND - 1, 0);
        assertThat(pacer.isEngaged()).isTrue();
        pacer.settle(52 * SECOND, 0);
        assertThat(pacer.isEngaged()).isFalse();
    }

    @Test
    void inNanosecondsTheNumbersAreTheSame() {
        Pacer nanos = new Pacer(1_000_000_000, 0, Pacer.ONE_A_SECOND, true);
        nanos.admitted(-500, 100);
        nanos.pause(999_999_500, 999_999_500);
        assertThat(nanos.pace()).isEqualTo(100_000);
        assertThat(nanos.gap()).isEqualTo(10_000_000);
    }
}
