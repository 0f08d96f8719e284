package dev.headgate.throttle.signal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.throttle.signal.Signal.Kind;
import dev.headgate.throttle.signal.Signal.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The rows of {@code vectors.txt}. */
class VectorsTest {
    private static final long NOW = 1_767_225_600_000L;

    static List<String> rows() throws IOException {
        try (InputStream in = Objects.requireNonNull(VectorsTest.class.getResourceAsStream("vectors.txt"))) {
            return new String(in.readAllBytes(), UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void aResponseSaysWhatTheTableSays(String row) {
        int bar = row.indexOf('|');
        String[] expected = row.substring(0, bar).trim().split(" ");
        FakeResponse response = FakeResponse.of(Integer.parseInt(expected[0]));
        for (String header : row.substring(bar + 1).split(" & ")) {
            int colon = header.indexOf(':');
            if (colon > 0) {
                response = response.with(
                        header.substring(0, colon).trim(),
                        header.substring(colon + 1).trim().replace("\\s", " "));
            }
        }
        Signal signal = response.read(SignalTerms.DEFAULT, NOW);
        assertThat(signal.kind()).isEqualTo(Kind.valueOf(expected[1]));
        assertThat(signal.delayMillis())
                .isEqualTo(expected[2].equals("MAX") ? Signals.MAX_DELAY_MILLIS : Long.parseLong(expected[2]));
        assertThat(signal.scope()).isEqualTo(Scope.valueOf(expected[3]));
    }
}
