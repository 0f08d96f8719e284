package dev.headgate.config.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the command line on a configuration file, and what they print. */
abstract class CommandLineRuns {
    private static final String FILE = """
            downstreams:
              charges:
                match: {hosts: [api.test], methods: [POST], paths: ["/v1/{id}"], headers: {Authorization: "hunter2*"}}
                key: ["header:Authorization", "{id}"]
                limits:
                  - 100/s
                  - {sliding-window-log: 10000/s, costs: [{cost: 2}], key: []}
                  - {leaky-bucket: 100/s, depth: 50}
                also: [account]
              account: {match: {hosts: ["*.test"]}, limits: [{token-bucket: 10/s, capacity: 20}], wait: 500ms}
              "jdbc:postgresql://db/orders": {limits: [5/s], mode: observe}
              old.test: {limits: [5/s], mode: "off"}
              free.test: unlimited
            """;

    @TempDir
    Path directory;

    final ByteArrayOutputStream out = new ByteArrayOutputStream();
    final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** The path of the configuration file. */
    String file = "";

    @BeforeEach
    void writeFile() throws IOException {
        file = Files.writeString(directory.resolve("headgate.yml"), FILE).toString();
    }

    /** The exit code. */
    int run(String... args) {
        return CommandLine.run(
                args,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
