package dev.headgate.limiter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** The traces of the specification: those that are kept, and others that it makes anew. */
public final class Traces {
    private static final boolean FULL = Boolean.getBoolean("headgate.full");

    private Traces() {}

    /** Returns the traces of some files, in order. */
    public static Stream<Map<String, Object>> golden(String... files) {
        return Stream.of(files).flatMap(file -> lines(file + ".jsonl").stream()).map(Json::object);
    }

    private static List<String> lines(String file) {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(Traces.class.getResourceAsStream("/traces/" + file), file),
                StandardCharsets.UTF_8))) {
            return reader.lines().filter(line -> !line.startsWith("#")).collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is done with a trace. */
    public interface Visitor {
        /** Takes one trace; what it throws ends the visit. */
        void visit(Map<String, Object> trace) throws IOException;
    }

    /**
     * Visits traces that the specification makes anew, where it and Python are at hand ({@code -Dheadgate.model=FOLDER}); else
     * the test is skipped.
     *
     * @return how many were visited: 34 of each seed, 1,020 in the long run
     */
    public static int fresh(int seed, Visitor visitor) throws IOException, InterruptedException {
        String folder = System.getProperty("headgate.model", "");
        Assumptions.assumeTrue(
                Files.exists(Path.of(folder, "make_traces.py")),
                "skipped: -Dheadgate.model does not name a folder with make_traces.py");
        Process python = new ProcessBuilder("python3", "-B", "make_traces.py", "" + seed, FULL ? "1020" : "34")
                .directory(Path.of(folder).toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int visited = 0;
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(python.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                visitor.visit(Json.object(line));
                visited++;
            }
        }
        if (python.waitFor() != 0) {
            throw new IOException("make_traces.py failed");
        }
        return visited;
    }
}
