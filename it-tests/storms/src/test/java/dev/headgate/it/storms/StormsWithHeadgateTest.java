package dev.headgate.it.storms;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every storm with one seed; the profile {@code storms} takes twenty. */
class StormsWithHeadgateTest {
    static List<Bar> bars() {
        return Bars.all();
    }

    @ParameterizedTest
    @MethodSource("bars")
    void aStormPasses(Bar bar) {
        assertThat(bar.once().misses(Average.of(bar.scenario(), bar.strategy(), 1)))
                .isEmpty();
    }
}
