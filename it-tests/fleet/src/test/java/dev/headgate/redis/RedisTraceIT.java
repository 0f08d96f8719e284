package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Traces;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every trace of the specification in microseconds, tick for tick, on a real server. */
class RedisTraceIT extends OnServer {
    private static int traces;

    /** How requests are put into commands. */
    private enum Way {
        ONE_BY_ONE,
        AS_THE_TRACE_SAYS,
        ALL_OF_ONE_TIME
    }

    @TestFactory
    Stream<DynamicTest> every_answer_of_the_golden_traces_is_ours() {
        return Traces.golden("examples", "alone-us", "mixes-us")
                .filter(RedisTraceIT::isInMicros)
                .flatMap(trace -> Stream.of(Way.values())
                        .map(way -> DynamicTest.dynamicTest(
                                trace.get("trace") + ", " + way, () -> new Replay(trace, way).run())));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void every_answer_of_fresh_traces_is_ours(int seed) throws Exception {
        int visited = Traces.fresh(seed, trace -> {
            if (isInMicros(trace)) {
                for (Way way : Way.values()) {
                    new Replay(trace, way).run();
                }
            }
        });
        assertThat(visited).isGreaterThanOrEqualTo(34);
    }

    private static boolean isInMicros(Map<String, Object> trace) {
        return "us".equals(trace.get("tick"));
    }

    /** One trace on a schedule of its own. */
    private static final class Replay {
        private final Map<String, Object> trace;
        private final Way way;
        private final RedisTracePlayer player;
        private final List<long[]> requests = new ArrayList<>();
        private final List<Map<String, Object>> expected = new ArrayList<>();
        private long time;

        Replay(Map<String, Object> trace, Way way) {
            this.trace = trace;
            this.way = way;
            try {
                this.player = new RedisTracePlayer(talk, "{hg:trace" + traces++ + "}", trace);
            } catch (LineBrokenException e) {
                throw new AssertionError(e);
            }
        }

        @SuppressWarnings("unchecked")
        void run() {
            List<Object> ops = (List<Object>) trace.get("ops");
            assertThat(ops).isNotEmpty();
            try {
                for (Object op : ops) {
                    run((Map<String, Object>) op);
                }
                flush();
            } catch (LineBrokenException e) {
                throw new AssertionError(e);
            }
        }

        @SuppressWarnings("unchecked")
        private void run(Map<String, Object> op) throws LineBrokenException {
            String kind = (String) op.get("op");
            long now = (Long) op.get("now");
            if (way != Way.ALL_OF_ONE_TIME || now != time) {
                flush();
            }
            time = now;
            if (kind.equals("decide")) {
                List<Object> answers = (List<Object>) op.get("answers");
                List<Object> asked = (List<Object>) op.get("requests");
                for (int i = 0; i < asked.size(); i++) {
                    List<Object> each = (List<Object>) asked.get(i);
                    ask((Long) each.get(0), (Long) each.get(1), (Map<String, Object>) answers.get(i));
                }
            } else if (kind.equals("try") || kind.equals("reserve")) {
                ask((Long) op.get("n"), (Long) op.getOrDefault("max_wait", 0L), op);
            } else {
                flush();
                player.answer(op)
                        .forEach((key, value) ->
                                assertThat(value).as("%s of %s", key, op).isEqualTo(op.get(key)));
            }
        }

        private void ask(long n, long maxWait, Map<String, Object> answer) throws LineBrokenException {
            requests.add(new long[] {n, maxWait});
            expected.add(answer);
            if (way == Way.ONE_BY_ONE) {
                flush();
            }
        }

        private void flush() throws LineBrokenException {
            if (!requests.isEmpty()) {
                List<Map<String, Object>> answers = player.decide(time, requests);
                for (int i = 0; i < answers.size(); i++) {
                    Map<String, Object> wanted = expected.get(i);
                    answers.get(i)
                            .forEach((key, value) -> assertThat(value)
                                    .as("%s of %s at %d in %s, %s", key, wanted, time, trace.get("trace"), way)
                                    .isEqualTo(wanted.get(key)));
                }
                requests.clear();
                expected.clear();
            }
        }
    }
}
