package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every golden trace of the specification, tick for tick. */
class TraceTest {
    @TestFactory
    Stream<DynamicTest> every_answer_of_the_golden_traces_is_ours() {
        return Traces.golden("examples", "alone-ns", "alone-us", "mixes-ns", "mixes-us")
                .map(trace ->
                        DynamicTest.dynamicTest(trace.get("tick") + " " + trace.get("trace"), () -> replay(trace)));
    }

    @SuppressWarnings("unchecked")
    static void replay(Map<String, Object> trace) {
        TracePlayer player = new TracePlayer(trace);
        int number = 0;
        for (Object each : (List<Object>) trace.get("ops")) {
            Map<String, Object> op = (Map<String, Object>) each;
            player.answer(op)
                    .forEach((key, value) ->
                            assertThat(value).as("%s of %s", key, op).isEqualTo(op.get(key)));
            number++;
        }
        assertThat(number).isPositive();
    }
}
