package dev.headgate.it.storms;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The bench bites: what programs do without Headgate ends as badly here as it does outside. */
class StormsWithoutHeadgateTest {
    private static final long SEED = 70_000;

    @ParameterizedTest
    @EnumSource(names = {"NAIVE", "JITTER", "JITTER_RETRY_AFTER", "LOCAL_WHOLE", "FLEET_LIMIT"})
    void aBrownoutIsNeverOver(Strategy strategy) {
        Figures figures = Simulation.run(Scenarios.BROWNOUT, strategy, SEED);

        assertThat(figures.recovery()).isInfinite();
        assertThat(figures.success()).isLessThan(0.25);
        assertThat(figures.wasted()).isGreaterThan(0.8);
    }

    @ParameterizedTest
    @EnumSource(names = {"NAIVE", "JITTER"})
    void anOutageIsOverAtOnceForThoseWhoGaveUp(Strategy strategy) {
        Figures figures = Simulation.run(Scenarios.OUTAGE_RETRY_AFTER, strategy, SEED);

        assertThat(figures.recovery()).isZero();
        assertThat(figures.wasted()).isBetween(0.25, 0.35);
    }

    @Test
    @DisplayName("Who believes Retry-After alone comes back as a herd and is never served again")
    void believingRetryAfterAloneMakesTheHerd() {
        Figures figures = Simulation.run(Scenarios.OUTAGE_DATE, Strategy.JITTER_RETRY_AFTER, SEED);

        assertThat(figures.herd()).isGreaterThan(5);
        assertThat(figures.peakAfter()).isGreaterThan(5);
        assertThat(figures.recovery()).isInfinite();
    }

    @Test
    void anUnevenLoadWastesTheSharesOfTheIdle() {
        Scenario uneven = Scenarios.BROWNOUT.traffic(each -> each.withZipf(1));

        Figures figures = Simulation.run(uneven, Strategy.LOCAL_SHARE, SEED);

        assertThat(figures.success()).isLessThan(0.55);
    }
}
