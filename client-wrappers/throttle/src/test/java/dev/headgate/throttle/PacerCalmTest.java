package dev.headgate.throttle;

import static dev.headgate.throttle.EngagedPacer.SECOND;
import static dev.headgate.throttle.EngagedPacer.cutOnce;
import static dev.headgate.throttle.EngagedPacer.engagedAt;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * When trouble is over and a pacer lets all go.
 *
 * <p>Times are microseconds, paces calls in 1,000 seconds; the numbers were worked out without it.
 */
class PacerCalmTest {
    private final Pacer pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, true);

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
}
