package dev.headgate.it.support.redis;

import dev.headgate.it.support.Pause;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Starts programs and sends them signals. */
public final class Signals {
    /** The file in a program's folder that has what it printed. */
    static final String OUTPUT = "out.log";

    private static final String SHELL = "sh";
    private static final int TRIES = 50;

    private Signals() {}

    /** Sends a signal, such as {@code STOP} or {@code CONT}, to a process. */
    public static void send(String signal, long pid) {
        try {
            Process kill = new ProcessBuilder(SHELL, "-c", "kill -" + signal + " " + pid)
                    .redirectErrorStream(true)
                    .start();
            if (!kill.waitFor(10, TimeUnit.SECONDS) || kill.exitValue() != 0) {
                throw new IllegalStateException("Cannot send " + signal + " to " + pid + ": "
                        + new String(kill.getInputStream().readNBytes(200), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while sending a signal", e);
        }
    }

    static Process start(Path directory, String... command) {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve(OUTPUT).toFile());
        for (int i = 1; ; i++) {
            try {
                return builder.start();
            } catch (IOException e) {
                // A child that another thread forked a moment ago may still hold the file open that was just written.
                if (i == TRIES || !String.valueOf(e.getMessage()).contains("error=26")) {
                    throw new UncheckedIOException(e);
                }
                Pause.of(Duration.ofMillis(10));
            }
        }
    }

    /** Starts a process that kills another one when this JVM is gone: shutdown hooks do not run in a JVM that is killed. */
    static Process killOnExit(Process process) {
        try {
            return new ProcessBuilder(SHELL, "-c", "read _; kill -9 " + process.pid()).start();
        } catch (IOException e) {
            process.destroyForcibly();
            throw new UncheckedIOException(e);
        }
    }
}
