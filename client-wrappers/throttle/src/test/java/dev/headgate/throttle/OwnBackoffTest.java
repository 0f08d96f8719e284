package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.ManualClock;
import dev.headgate.throttle.key.Key;
import dev.headgate.throttle.signal.SignalTerms;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class OwnBackoffTest {
    private static final long MILLI = 1_000_000;

    private final ManualClock clock = new ManualClock();

    private static Backoff terms(long floorMillis, int factorPercent, long floorMaxMillis, Backoff.Jitter jitter) {
        return new Backoff(
                SignalTerms.DEFAULT,
                300_000 * MILLI,
                floorMillis * MILLI,
                factorPercent,
                floorMaxMillis * MILLI,
                jitter,
                true);
    }

    private OwnBackoff exact(long floorMillis, int factorPercent, long floorMaxMillis) {
        return new OwnBackoff(
                terms(floorMillis, factorPercent, floorMaxMillis, Backoff.Jitter.NONE), clock, new SplittableRandom(1));
    }

    private static PauseScope key(long number) {
        return new PauseScope(new Key(number, number));
    }

    /** What a refusal at the end of the pause before makes of the next. */
    private long millisAtTheEnd(OwnBackoff backoff) {
        long nanos = backoff.refused(PauseScope.RULE);
        clock.advance(nanos);
        return nanos / MILLI;
    }

    @Test
    @DisplayName("A58_eachPauseIsLongerUpToTheLongestAndTheFirstOneFollowsASuccess")
    void growsUpToItsMaximumAndBeginsAgain() {
        OwnBackoff backoff = exact(10, 200, 100);
        for (long expected : new long[] {10, 20, 40, 80, 100, 100, 100, 100}) {
            assertThat(millisAtTheEnd(backoff)).isEqualTo(expected);
        }
        backoff.succeeded(PauseScope.RULE);
        assertThat(backoff.isCalm()).isTrue();
        assertThat(millisAtTheEnd(backoff)).isEqualTo(10);
    }

    @Test
    void refusalsDuringAPauseNeitherLengthenItNorTheNext() {
        OwnBackoff backoff = exact(10, 200, 100);
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(10 * MILLI);
        clock.advanceMillis(4);
        for (int i = 0; i < 20; i++) {
            assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(6 * MILLI);
        }
        clock.advanceMillis(6);
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(20 * MILLI);
    }

    @Test
    void aSuccessDuringAPauseWasSentBeforeItAndEndsNothing() {
        OwnBackoff backoff = exact(10, 200, 100);
        backoff.refused(PauseScope.RULE);
        clock.advanceMillis(9);
        backoff.succeeded(PauseScope.RULE);
        clock.advanceMillis(1);
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(20 * MILLI);
    }

    @Test
    void aKeyHasItsOwn() {
        OwnBackoff backoff = exact(10, 200, 100);
        backoff.refused(key(1));
        clock.advanceMillis(10);
        assertThat(backoff.refused(key(1))).isEqualTo(20 * MILLI);
        assertThat(backoff.refused(key(2))).isEqualTo(10 * MILLI);
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(10 * MILLI);
        clock.advanceMillis(20);
        backoff.succeeded(key(2));
        assertThat(backoff.refused(key(1))).isEqualTo(40 * MILLI);
    }

    @Test
    void aFactorOfAPercentAndAHalfIsExact() {
        OwnBackoff backoff = exact(1_000, 150, 30_000);
        for (long expected : new long[] {1_000, 1_500, 2_250, 3_375}) {
            assertThat(millisAtTheEnd(backoff)).isEqualTo(expected);
        }
    }

    @Test
    void theLongestPausesThereCanBeDoNotOverflow() {
        Backoff terms = new Backoff(
                SignalTerms.DEFAULT,
                Long.MAX_VALUE,
                Long.MAX_VALUE / 3,
                1_000_000,
                Long.MAX_VALUE / 2,
                Backoff.Jitter.NONE,
                true);
        OwnBackoff backoff = new OwnBackoff(terms, clock, new SplittableRandom(1));
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(Long.MAX_VALUE / 3);
        clock.advance(Long.MAX_VALUE / 3);
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(Long.MAX_VALUE / 2);
    }

    @Test
    void withoutAFloorThereIsNoPause() {
        OwnBackoff backoff = exact(0, 200, 100);
        assertThat(backoff.refused(PauseScope.RULE)).isZero();
        assertThat(backoff.isCalm()).isTrue();
    }

    @Test
    void fullJitterDrawsEvenlyBetweenNothingAndThePause() {
        RandomGenerator random = new SplittableRandom(7);
        int[] quarters = new int[4];
        for (int i = 0; i < 4_000; i++) {
            OwnBackoff backoff = new OwnBackoff(terms(1_000, 200, 30_000, Backoff.Jitter.FULL), clock, random);
            long nanos = backoff.refused(PauseScope.RULE);
            assertThat(nanos).isBetween(1L, 1_000 * MILLI);
            quarters[(int) ((nanos - 1) / (250 * MILLI))]++;
        }
        for (int quarter : quarters) {
            assertThat(quarter).isBetween(900, 1_100);
        }
    }

    @Test
    void whatWasUnderWayWhenAShortenedPauseBeganDoesNotLengthenTheNext() {
        Draws random = new Draws();
        OwnBackoff backoff = new OwnBackoff(terms(1_000, 200, 30_000, Backoff.Jitter.FULL), clock, random);
        for (int i = 0; i < 3; i++) {
            assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(1);
            clock.advanceMillis(1);
        }
        random.longest = true;
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(1_000 * MILLI);
        clock.advanceMillis(1_000);
        assertThat(backoff.refused(PauseScope.RULE)).isEqualTo(2_000 * MILLI);
    }

    /** Draws the shortest, or the longest. */
    private static final class Draws implements RandomGenerator {
        boolean longest;

        @Override
        public long nextLong() {
            throw new UnsupportedOperationException();
        }

        @Override
        public long nextLong(long bound) {
            return longest ? bound - 1 : 0;
        }
    }

    @Test
    void keysAreForgottenWhenTheyAreTooManyAndThoseThatAreLeftShareOne() {
        OwnBackoff backoff = exact(10, 200, 100);
        for (int i = 0; i < OwnBackoff.MOST_KEYS; i++) {
            backoff.refused(key(i));
        }
        assertThat(backoff.refused(key(-1))).isEqualTo(10 * MILLI);
        clock.advanceMillis(10);
        assertThat(backoff.refused(key(-2))).isEqualTo(20 * MILLI);
        assertThat(backoff.refused(key(3))).isEqualTo(20 * MILLI);
        clock.advanceMillis(2_000);
        assertThat(backoff.refused(key(-3))).as("the others are long over").isEqualTo(10 * MILLI);
        assertThat(backoff.refused(key(3))).isEqualTo(10 * MILLI);
    }

    @Test
    void refusalsThatManyThreadsHearTogetherAreOne() throws Exception {
        int threads = 8;
        OwnBackoff backoff = exact(10, 200, 10_000);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (long expected : new long[] {10, 20, 40, 80, 160}) {
                CyclicBarrier together = new CyclicBarrier(threads);
                List<Callable<Long>> refusals = Collections.nCopies(threads, () -> {
                    together.await();
                    return backoff.refused(PauseScope.RULE);
                });
                for (Future<Long> pause : pool.invokeAll(refusals)) {
                    assertThat(pause.get()).isEqualTo(expected * MILLI);
                }
                clock.advanceMillis(expected);
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
