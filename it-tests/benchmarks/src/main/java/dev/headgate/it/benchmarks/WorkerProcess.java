package dev.headgate.it.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** A JVM that measures one limiter when it is told to; see {@code Worker}. Not thread-safe. */
final class WorkerProcess implements AutoCloseable {
    private static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    private final Process process;
    private final PrintStream orders;
    private final BufferedReader answers;

    WorkerProcess(String classPath, String main, String limiter, int port) throws IOException {
        process = new ProcessBuilder(
                        JAVA.toString(), "-Xmx512m", "-cp", classPath, main, limiter, Integer.toString(port))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        answers = process.inputReader(StandardCharsets.UTF_8);
    }

    /** Gives an order and waits for the numbers that answer it. */
    long[] tell(String order) throws IOException {
        orders.println(order);
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException(
                    "the measured program ended: " + process.info().commandLine());
        }
        return Arrays.stream(answer.split(" ")).mapToLong(Long::parseLong).toArray();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
