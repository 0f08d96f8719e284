package dev.headgate.limiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Traces that the specification makes anew, where it and Python are at hand: {@code -Dheadgate.model=FOLDER}. */
class FreshTracesTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void every_answer_of_fresh_traces_is_ours(int seed) throws IOException, InterruptedException {
        String folder = System.getProperty("headgate.model", "");
        Assumptions.assumeTrue(
                Files.exists(Path.of(folder, "make_traces.py")),
                "skipped: -Dheadgate.model does not name a folder with make_traces.py");
        int count = Boolean.getBoolean("headgate.full") ? 1_020 : 34;
        Process python = new ProcessBuilder("python3", "-B", "make_traces.py", "" + seed, "" + count)
                .directory(Path.of(folder).toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int replayed = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(python.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                TraceTest.replay(Json.object(line));
                replayed++;
            }
        }
        assertThat(python.waitFor()).isZero();
        assertThat(replayed).isEqualTo(count);
    }
}
