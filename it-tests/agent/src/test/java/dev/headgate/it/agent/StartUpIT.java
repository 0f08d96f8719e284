package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A guest in a foreign JVM: how it comes in and how it leaves. */
class StartUpIT {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String ONE_EACH = """
            downstreams:
              huc.test: {limits: [{fixed-window: 1/1d}], wait: 0}
              jdk.test: {limits: [{fixed-window: 1/1d}], wait: 0}
              okhttp.test: {limits: [{fixed-window: 1/1d}], wait: 0}
            """;
    private static final String[] HOSTS = {"huc.test", "jdk.test", "okhttp.test"};

    @TempDir
    Path directory;

    static Stream<Jdk> jdks() {
        return Jdk.underTest().stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A27 the program chooses its log manager, and the agent loads no logging before main")
    void theProgramChoosesItsLogManager(Jdk jdk) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = run(Programs.underAgent(jdk, directory, ONE_EACH + "  wrong: {limts: [1/s]}\n", HOSTS)
                    .option("-Xlog:class+load")
                    .main("com.example.program.OwnLogging", "huc", server.url("huc.test", "/")));

            assertThat(ended.facts("log").get(0).text("manager")).isEqualTo("com.example.program.OwnLogging$Own");
            assertThat(ended.out()).as("%s", ended.err()).contains("OK");
            // The program's own class asks for the platform's logging as soon as it is loaded.
            List<String> before = ended.out().stream()
                    .takeWhile(line -> !line.contains("com.example.program.OwnLogging source"))
                    .toList();
            assertThat(before).hasSizeLessThan(ended.out().size());
            assertThat(before)
                    .filteredOn(
                            line -> line.matches(".*\\b(java\\.util\\.logging\\.|org\\.slf4j\\.|org\\.apache\\.log).*"))
                    .filteredOn(line -> line.contains("class,load"))
                    .isEmpty();
            assertThat(ended.agentLines()).as("the bad rule is told").isNotEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A35 classes that another agent has used before are still instrumented")
    void classesThatAreLoadedAlreadyAreInstrumented(Jdk jdk) throws IOException {
        try (ScriptedServer server = ScriptedServer.ok()) {
            File early = earlyAgent();
            File rules = Programs.write(directory, ONE_EACH);
            ForkedJvm fork = Programs.plain(jdk, directory, "early.test", "huc.test", "jdk.test")
                    .agent(early, server.url("early.test", "/"))
                    .agent(Programs.AGENT, rules.getPath());
            String huc = server.url("huc.test", "/");
            String other = server.url("jdk.test", "/");
            Ended ended = run(fork.main("com.example.program.Calls", "huc", huc, huc, "jdk", other, other));

            assertThat(server.hits("early.test"))
                    .as("the other agent called: " + ended)
                    .isEqualTo(2);
            assertThat(server.hits("huc.test")).as("%s", ended).isEqualTo(1);
            assertThat(server.hits("jdk.test")).as("%s", ended).isEqualTo(1);
            assertThat(ended.report().of("huc.test").rejected()).isEqualTo(1);
            assertThat(ended.report().of("jdk.test").rejected()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A55 the JVM is gone when main has returned although a daemon thread waits in a call")
    void theJvmEndsWithTheProgram(Jdk jdk) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            String file = "downstreams:\n  huc.test: {limits: [{token-bucket: 1/1m}], wait: 2m}\n";
            try (RunningJvm running = Programs.underAgent(jdk, directory, file, HOSTS)
                    .main("com.example.program.LeavesEarly", server.url("huc.test", "/"))
                    .start()) {
                running.awaitOut(line -> line.equals("main returns"), AT_MOST);
                long returned = System.nanoTime();
                Ended ended = running.await(AT_MOST);

                assertThat(Duration.ofNanos(System.nanoTime() - returned)).isLessThan(Duration.ofSeconds(3));
                assertThat(ended.out()).contains("waiting=true");
                assertThat(ended.exitCode()).isZero();
                assertThat(server.hits()).isEqualTo(1);
                // The call that never went is one that was cancelled.
                assertThat(ended.report().of("huc.test").cancelled())
                        .as("%s", ended)
                        .isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A55 -version ends")
    void versionEnds(Jdk jdk) {
        Ended ended = run(ForkedJvm.java()
                .jdk(jdk)
                .agent(Programs.AGENT, Programs.write(directory, ONE_EACH).getPath())
                .main("-version"));

        assertThat(ended.exitCode()).isZero();
        assertThat(ended.err().toString()).contains("version \"" + jdk.feature());
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A class loader that hides the gate is told when its class is seen, and its calls pass")
    void anInvisibleGateIsReportedAtTransformTime(Jdk jdk) {
        String file =
                "downstreams:\n  db: {match: {jdbc: ['pool:isolated']}, limits: [{fixed-window: 1/1d}], wait: 0}\n";
        Ended ended = run(Programs.underAgent(jdk, directory, file, HOSTS).main("com.example.program.Isolated"));

        assertThat(ended.out()).as("%s", ended).contains("OK");
        assertThat(ended.facts("borrow")).hasSize(2);
        assertThat(ended.agentLines())
                .as("%s", ended)
                .anyMatch(line -> line.contains("WARN HG-")
                        && line.toLowerCase(java.util.Locale.ROOT).contains("hikari"));
    }

    static Stream<Jdk> manyStarts() {
        int starts = Jdk.full() ? 50 : 2;
        return Jdk.underTest().stream()
                .flatMap(jdk -> IntStream.range(0, starts).mapToObj(i -> jdk));
    }

    @ParameterizedTest
    @MethodSource("manyStarts")
    @DisplayName("A60 in every start the second call of each client is refused")
    void everyStartInstrumentsEveryClient(Jdk jdk) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            List<String> arguments = new ArrayList<>();
            for (String client : List.of("huc", "jdk", "okhttp")) {
                arguments.add(client);
                arguments.add(server.url(client + ".test", "/"));
                arguments.add(server.url(client + ".test", "/"));
            }
            Ended ended = run(Programs.underAgent(jdk, directory, ONE_EACH, HOSTS)
                    .main("com.example.program.Calls", arguments.toArray(new String[0])));

            assertThat(ended.err())
                    .noneMatch(line -> line.contains("ClassCircularityError") || line.contains("NoClassDefFoundError"));
            List<Facts> calls = ended.facts("call");
            assertThat(calls).hasSize(6);
            for (int i = 0; i < 6; i++) {
                boolean second = i % 2 == 1;
                assertThat(calls.get(i).has("thrown"))
                        .as("call %s of %s", i, ended)
                        .isEqualTo(second);
            }
            for (String host : HOSTS) {
                assertThat(server.hits(host)).as(host).isEqualTo(1);
                assertThat(ended.report().of(host).rejected()).as(host).isEqualTo(1);
            }
        }
    }

    private static Ended run(ForkedJvm fork) {
        try (RunningJvm running = fork.start()) {
            return running.await(AT_MOST);
        }
    }

    // The class itself comes from the program's class path.
    private File earlyAgent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", "com.example.program.EarlyAgent");
        File jar = directory.resolve("early-agent.jar").toFile();
        String entry = "com/example/program/EarlyAgent.class";
        try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest);
                InputStream in = StartUpIT.class.getClassLoader().getResourceAsStream(entry)) {
            out.putNextEntry(new JarEntry(entry));
            in.transferTo(out);
            out.closeEntry();
        }
        return jar;
    }
}
