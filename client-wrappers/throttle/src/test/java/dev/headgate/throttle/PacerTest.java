package dev.headgate.throttle;

import static dev.headgate.throttle.EngagedPacer.SECOND;
import static dev.headgate.throttle.EngagedPacer.engagedAt;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * From when on a pacer holds back, and what it knows for that.
 *
 * <p>Times are microseconds, paces calls in 1,000 seconds; the numbers were worked out without it.
 */
class PacerTest {
    private Pacer pacer = new Pacer(SECOND, 0, Pacer.ONE_A_SECOND, true);

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
    void whatWentBeforeIsMeasuredAnewWhenItEngagesAgain() {
        Pacer engaged = engagedAt(100, 0);
        engaged.settle(11 * SECOND, 0);
        engaged.admitted(11 * SECOND, 90);
        engaged.pause(12 * SECOND, 13 * SECOND);
        // 90 calls in the nine full seconds before this one.
        assertThat(engaged.before()).isEqualTo(10_000);
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
    void inNanosecondsTheNumbersAreTheSame() {
        Pacer nanos = new Pacer(1_000_000_000, 0, Pacer.ONE_A_SECOND, true);
        nanos.admitted(-500, 100);
        nanos.pause(999_999_500, 999_999_500);
        assertThat(nanos.pace()).isEqualTo(100_000);
        assertThat(nanos.gap()).isEqualTo(10_000_000);
    }
}
