package dev.headgate.it.versions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.ClassPath;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.HostNames;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The same agent on the versions of the libraries that programs really have. */
class VersionsIT {
    private static final File AGENT = new File(System.getProperty("headgate.agent.jar", "not set")).getAbsoluteFile();

    @TempDir
    Path directory;

    /** A library in one version, on one JDK. */
    record Row(Jdk jdk, File folder) {
        @Override
        public String toString() {
            return folder.getName() + " on " + jdk;
        }

        List<String> jars() {
            File[] jars = folder.listFiles((in, name) -> name.endsWith(".jar"));
            return jars == null
                    ? List.of()
                    : Arrays.stream(jars).map(File::getPath).toList();
        }
    }

    static Stream<Row> okHttp() {
        return rows("okhttp-", Jdk.full() ? 4 : 1);
    }

    static Stream<Row> hikari() {
        return rows("hikaricp-", Jdk.full() ? 3 : 1);
    }

    @ParameterizedTest
    @MethodSource("okHttp")
    void okHttpIsHeldAndRejected(Row row) {
        String file = """
                downstreams:
                  held.test: {limits: [{token-bucket: 1/500ms}], wait: 5s}
                  held-enqueued.test: {limits: [{token-bucket: 1/500ms}], wait: 5s}
                  rejected.test: {limits: [{fixed-window: 1/1d}], wait: 0}
                  rejected-enqueued.test: {limits: [{fixed-window: 1/1d}], wait: 0}
                """;
        try (ScriptedServer server = ScriptedServer.ok()) {
            List<String> arguments = new ArrayList<>();
            for (String client : List.of("okhttp", "okhttp-enqueue")) {
                String suffix = client.equals("okhttp") ? "" : "-enqueued";
                arguments.add(client);
                for (String host : List.of("held", "rejected")) {
                    String url = server.url(host + suffix + ".test", "/");
                    arguments.addAll(List.of(url, url));
                }
            }
            Ended ended = run(fork(row, file).main("com.example.program.Calls", arguments.toArray(new String[0])));

            for (String host : List.of("held.test", "held-enqueued.test")) {
                assertThat(server.hits(host)).as("%s: %s", host, ended).isEqualTo(2);
                assertThat(ended.report().of(host).held()).as(host).isEqualTo(1);
            }
            for (String host : List.of("rejected.test", "rejected-enqueued.test")) {
                assertThat(server.hits(host)).as("%s: %s", host, ended).isEqualTo(1);
                assertThat(ended.report().of(host).rejected()).as(host).isEqualTo(1);
            }
            List<Facts> thrown = ended.facts("call").stream()
                    .filter(call -> call.has("thrown"))
                    .toList();
            assertThat(thrown).hasSize(2).allSatisfy(call -> {
                assertThat(call.text("thrown")).contains("java.io.InterruptedIOException");
                assertThat(call.number("retry-ms")).isBetween(1L, 86_400_000L);
            });
        }
    }

    @ParameterizedTest
    @MethodSource("hikari")
    void hikariIsHeldAndRejected(Row row) {
        String file = """
                downstreams:
                  held: {match: {jdbc: ["pool:held"]}, limits: [{token-bucket: 1/500ms}], wait: 5s}
                  rejected: {match: {jdbc: ["jdbc:stub://db.test/rejected"]}, limits: [{fixed-window: 2/1d}], wait: 0}
                """;
        Ended ended = run(fork(row, file).main("com.example.program.Borrows", "held", "rejected"));

        assertThat(ended.report().of("held").admitted()).as("%s", ended).isEqualTo(3);
        assertThat(ended.report().of("held").held()).isEqualTo(2);
        assertThat(ended.report().of("rejected").admitted()).isEqualTo(2);
        List<Facts> thrown = ended.facts("borrow").stream()
                .filter(call -> call.has("thrown"))
                .toList();
        assertThat(thrown).hasSize(1);
        assertThat(thrown.get(0).text("thrown")).contains("java.sql.SQLTransientConnectionException");
        assertThat(thrown.get(0).text("state")).isEqualTo("RL001");
        assertThat(thrown.get(0).number("retry-ms")).isBetween(1L, 86_400_000L);
    }

    private ForkedJvm fork(Row row, String file) {
        List<String> classPath = new ArrayList<>(ClassPath.holding("com.example.program.Calls"));
        classPath.addAll(row.jars());
        try {
            Path rules = Files.writeString(Files.createTempFile(directory, "headgate", ".yml"), file);
            File hosts = HostNames.of("{held,rejected}{,-enqueued}.test").in(directory.toFile());
            return ForkedJvm.java()
                    .jdk(row.jdk())
                    .in(directory.toFile())
                    .classPath(classPath)
                    .property("jdk.net.hosts.file", hosts.getPath())
                    .agent(AGENT, rules.toString());
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static Ended run(ForkedJvm fork) {
        try (RunningJvm running = fork.start()) {
            Ended ended = running.await(Duration.ofSeconds(60));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).contains("OK");
            assertThat(ended.agentLines()).noneMatch(line -> line.contains("WARN"));
            return ended;
        }
    }

    private static Stream<Row> rows(String library, int versions) {
        File all = new File(System.getProperty("headgate.versions", "not set")).getAbsoluteFile();
        File[] folders = all.listFiles(folder -> folder.getName().startsWith(library));
        if (folders == null || folders.length < versions) {
            throw new IllegalStateException("Wanted " + versions + " versions of " + library + " in " + all);
        }
        return Jdk.underTest().stream()
                .flatMap(jdk -> Arrays.stream(folders).sorted().map(folder -> new Row(jdk, folder)));
    }
}
