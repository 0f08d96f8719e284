package dev.headgate.it.support;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A program that was started in a JVM of its own. Closing it ends it with all its children. Thread-safe. */
public final class RunningJvm implements AutoCloseable {
    private final Process process;
    private final String command;
    private final long startedAt = System.nanoTime();
    private final Lines out;
    private final Lines err;

    RunningJvm(Process process, String command) {
        this.process = process;
        this.command = command;
        this.out = new Lines(process.getInputStream());
        this.err = new Lines(process.getErrorStream());
    }

    public long pid() {
        return process.pid();
    }

    /** Waits until a line that the program prints to its standard output is as wanted, and returns it. */
    public String awaitOut(Predicate<String> wanted, Duration atMost) {
        return out.await(wanted, atMost, this);
    }

    /** Waits until a line that the program prints to its error output is as wanted, and returns it. */
    public String awaitErr(Predicate<String> wanted, Duration atMost) {
        return err.await(wanted, atMost, this);
    }

    /** Writes a line to the program's standard input. */
    public void tell(String line) {
        try {
            process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw new AssertionError("The program does not read: " + everything(), e);
        }
    }

    /** Waits until the program has ended by itself. */
    public Ended await(Duration atMost) {
        try {
            if (!process.waitFor(atMost.toNanos(), TimeUnit.NANOSECONDS)) {
                String sofar = everything();
                close();
                throw new AssertionError("Not ended after " + atMost + ": " + sofar);
            }
            long took = System.nanoTime() - startedAt;
            return new Ended(command, process.exitValue(), out.all(), err.all(), Duration.ofNanos(took));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while a program ran", e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private String everything() {
        return command + "\n--- out\n" + String.join("\n", out.seen()) + "\n--- err\n" + String.join("\n", err.seen());
    }

    /** The lines of one stream, read by a thread of its own so that the program never blocks on a full pipe. */
    private static final class Lines {
        private final List<String> lines = new ArrayList<>();
        private final Thread reader;

        Lines(InputStream in) {
            reader = new Thread(() -> read(in), "forked-output");
            reader.setDaemon(true);
            reader.start();
        }

        private void read(InputStream in) {
            try (BufferedReader from = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
                for (String line = from.readLine(); line != null; line = from.readLine()) {
                    synchronized (lines) {
                        lines.add(line);
                        lines.notifyAll();
                    }
                }
            } catch (IOException e) {
                // The pipe breaks when the program is killed; what was read until then counts.
            }
        }

        String await(Predicate<String> wanted, Duration atMost, RunningJvm program) {
            long end = System.nanoTime() + atMost.toNanos();
            int looked = 0;
            synchronized (lines) {
                while (true) {
                    for (; looked < lines.size(); looked++) {
                        if (wanted.test(lines.get(looked))) {
                            return lines.get(looked);
                        }
                    }
                    long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                    if (left <= 0) {
                        throw new AssertionError("Not printed within " + atMost + ": " + program.everything());
                    }
                    try {
                        lines.wait(left);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                        throw new AssertionError("Interrupted while waiting for a line", e);
                    }
                }
            }
        }

        List<String> all() throws InterruptedException {
            reader.join(5_000);
            return seen();
        }

        List<String> seen() {
            synchronized (lines) {
                return List.copyOf(lines);
            }
        }
    }
}
