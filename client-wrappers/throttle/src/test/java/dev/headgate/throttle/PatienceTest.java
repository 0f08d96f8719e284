package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PatienceTest {
    @ParameterizedTest(name = "{0} ms left: {1} ms to wait")
    @CsvSource({"5000, 4500", "1500, 1000", "1000, 500", "600, 300", "1, 0.5", "0, 0"})
    void aCallKeepsHalfASecondOfItsTimeoutOrHalfOfAShorterOne(double left, double wait) {
        assertThat(Patience.ofTimeout((long) (left * 1_000_000))).isEqualTo((long) (wait * 1_000_000));
    }

    @ParameterizedTest
    @CsvSource("9223372036854775807")
    void withoutATimeoutItMayWaitForEver(long none) {
        assertThat(Patience.ofTimeout(none)).isEqualTo(none);
    }
}
