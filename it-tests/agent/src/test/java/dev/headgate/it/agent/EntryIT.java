package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachine;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ways in, and the ways to stay out. */
class EntryIT {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String ONE = "downstreams:\n  huc.test: {limits: [{token-bucket: 1/1h}], wait: 0}\n";

    @TempDir
    Path directory;

    static Stream<Jdk> jdks() {
        return Jdk.underTest().stream();
    }

    @Test
    void theSwitchKeepsTheAgentOut() {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = twoCalls(underAgent(Jdk.running()).property("headgate.enabled", "false"), server);

            assertThat(server.hits()).as("%s", ended).isEqualTo(2);
            assertThat(ended.agentLines()).isEmpty();
            assertThat(twoCalls(underAgent(Jdk.running()).environment("HEADGATE_ENABLED", "false"), server)
                            .agentLines())
                    .isEmpty();
        }
    }

    @Test
    void toolsOfTheJdkAreLeftAlone() {
        Ended ended = run(ForkedJvm.java()
                .environment("JAVA_TOOL_OPTIONS", "-javaagent:" + Programs.AGENT)
                .main("--module", "jdk.compiler/com.sun.tools.javac.Main", "-version"));

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.agentLines()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void withoutAFileTheAgentStaysSmall(Jdk jdk) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = twoCalls(
                    Programs.plain(jdk, directory, "huc.test")
                            .agent(Programs.AGENT, "")
                            .option("-Xlog:class+load"),
                    server);

            assertThat(ended.out().stream().filter(line -> line.contains(" dev.headgate.")))
                    .isNotEmpty();
            assertThat(ended.out().stream()
                            .filter(line -> line.contains(".shaded.") || line.contains("dev.headgate.config.")))
                    .isEmpty();
            assertThat(ended.agentLines())
                    .containsExactly("headgate: no file was named and there is no ./headgate.yml: nothing is limited");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theJvmWarnsOfNothingButTheSharing(Jdk jdk) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = twoCalls(underAgent(jdk), server);

            assertThat(server.hits()).as("%s", ended).isEqualTo(1);
            assertThat(ended.err().stream().filter(line -> !line.startsWith("headgate: ")))
                    .allMatch(line -> line.contains("Sharing is only supported for boot loader classes"));
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void aStrictAgentRefusesABadFile(Jdk jdk) {
        File bad = Programs.write(directory, "downstreams:\n  huc.test: {limts: [1/s]}\n");
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = run(Programs.plain(jdk, directory, "huc.test")
                    .agent(Programs.AGENT, bad.getPath() + ",strict=true")
                    .option("-XX:-CreateCoredumpOnCrash")
                    .main("com.example.program.Calls", "huc", server.url("huc.test", "/")));

            assertThat(ended.exitCode()).as("%s", ended).isNotZero();
            assertThat(ended.out()).doesNotContain("OK");
            assertThat(server.hits()).isZero();
            assertThat(ended.agentLines().get(0))
                    .startsWith("headgate: ERROR " + bad)
                    .contains(":2:");
        }
    }

    @Test
    void aStrictAgentLimitsFromTheFirstCall() {
        File file = Programs.write(directory, ONE);
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = twoCalls(
                    Programs.plain(Jdk.running(), directory, "huc.test")
                            .agent(Programs.AGENT, file.getPath() + ",strict=true"),
                    server);

            assertThat(server.hits()).as("%s", ended).isEqualTo(1);
            assertThat(ended.report().of("huc.test").rejected()).isEqualTo(1);
        }
    }

    @Test
    void insideAnotherJarTheAgentStaysOut() throws IOException {
        File merged = merged();
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = twoCalls(
                    Programs.plain(Jdk.running(), directory, "huc.test")
                            .agent(merged, Programs.write(directory, ONE).getPath()),
                    server);

            assertThat(server.hits()).as("%s", ended).isEqualTo(2);
            assertThat(ended.agentLines())
                    .containsExactly(
                            "headgate: " + merged + " is not the agent's own jar, nothing is limited. Attach the"
                                    + " original headgate-agent.jar.");
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void theAgentComesIntoARunningProgram(Jdk jdk) throws Exception {
        String file = Programs.write(directory, ONE).getPath();
        try (ScriptedServer server = ScriptedServer.ok();
                RunningJvm running = Programs.plain(jdk, directory, "huc.test")
                        .main("com.example.program.CallsOnDemand")
                        .start()) {
            String call = "huc " + server.url("huc.test", "/");
            running.awaitOut(line -> line.equals("ready"), AT_MOST);
            running.tell(call);
            running.awaitOut(line -> line.equals("done"), AT_MOST);
            VirtualMachine machine = VirtualMachine.attach(Long.toString(running.pid()));
            machine.loadAgent(Programs.AGENT.getPath(), file);
            machine.loadAgent(Programs.AGENT.getPath(), file);
            machine.detach();
            running.tell(call + " " + server.url("huc.test", "/"));
            running.tell("end");
            Ended ended = running.await(AT_MOST);

            assertThat(server.hits()).as("%s", ended).isEqualTo(2);
            assertThat(ended.facts("call"))
                    .extracting(fact -> fact.has("thrown"))
                    .containsExactly(false, false, true);
            assertThat(ended.err())
                    .containsOnlyOnce("headgate: the agent is already here; this second one does nothing.");
            assertThat(ended.report().of("huc.test").offered()).isEqualTo(2);
        }
    }

    private ForkedJvm underAgent(Jdk jdk) {
        return Programs.underAgent(jdk, directory, ONE, "huc.test");
    }

    private static Ended twoCalls(ForkedJvm fork, ScriptedServer server) {
        String url = server.url("huc.test", "/");
        Ended ended = run(fork.main("com.example.program.Calls", "huc", url, url));
        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(ended.facts("call"))
                .as("%s", ended)
                .hasSize(2)
                .allMatch((Facts call) -> call.has("result") || call.has("thrown"));
        return ended;
    }

    private static Ended run(ForkedJvm fork) {
        try (RunningJvm running = fork.start()) {
            return running.await(AT_MOST);
        }
    }

    /** The agent's classes in a jar with another main class, as a careless build would make it. */
    private File merged() throws IOException {
        File jar = directory.resolve("everything.jar").toFile();
        try (JarFile agent = new JarFile(Programs.AGENT)) {
            Manifest manifest = new Manifest(agent.getManifest());
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "com.example.Main");
            try (JarOutputStream out = new JarOutputStream(new FileOutputStream(jar), manifest)) {
                for (JarEntry entry : Collections.list(agent.entries())) {
                    if (entry.getName().startsWith("dev/headgate/")) {
                        out.putNextEntry(new JarEntry(entry.getName()));
                        agent.getInputStream(entry).transferTo(out);
                        out.closeEntry();
                    }
                }
            }
        }
        return jar;
    }
}
