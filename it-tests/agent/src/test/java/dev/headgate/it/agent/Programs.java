package dev.headgate.it.agent;

import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.HostNames;
import dev.headgate.it.support.Jdk;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How plain programs are started here. */
final class Programs {
    static final File AGENT = jar("headgate.agent.jar");

    private Programs() {}

    /** Returns a JVM with the client libraries and the programs on its class path, and nothing of ours. */
    static ForkedJvm plain(Jdk jdk, Path directory, String... hosts) {
        return ForkedJvm.java()
                .jdk(jdk)
                .in(directory.toFile())
                .property(
                        "jdk.net.hosts.file",
                        HostNames.of(hosts).in(directory.toFile()).getPath())
                .classPath(ClassPath.holding(
                        "com.example.program.Calls",
                        "okhttp3.OkHttpClient",
                        "okio.Okio",
                        "kotlin.Unit",
                        "com.zaxxer.hikari.HikariDataSource",
                        "org.slf4j.Logger",
                        "org.slf4j.nop.NOPServiceProvider",
                        "org.postgresql.Driver"));
    }

    /** As {@link #plain}, under the agent with this file. */
    static ForkedJvm underAgent(Jdk jdk, Path directory, String file, String... hosts) {
        return plain(jdk, directory, hosts).agent(AGENT, write(directory, file).getPath());
    }

    /** Returns another agent, one that many programs have. */
    static File openTelemetry() {
        return jar("headgate.opentelemetry.jar");
    }

    static File write(Path directory, String text) {
        try {
            Path file = Files.createTempFile(directory, "headgate", ".yml");
            Files.writeString(file, text);
            return file.toFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static File jar(String property) {
        File jar = new File(System.getProperty(property, "not set: " + property)).getAbsoluteFile();
        if (!jar.isFile()) {
            throw new IllegalStateException("Not built: " + jar);
        }
        return jar;
    }
}
