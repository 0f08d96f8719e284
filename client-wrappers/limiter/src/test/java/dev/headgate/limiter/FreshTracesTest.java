package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces that the specification makes anew. */
class FreshTracesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void every_answer_of_fresh_traces_is_ours(int seed) throws IOException, InterruptedException {
        assertThat(Traces.fresh(seed, TraceTest::replay)).isGreaterThanOrEqualTo(34);
    }
}
