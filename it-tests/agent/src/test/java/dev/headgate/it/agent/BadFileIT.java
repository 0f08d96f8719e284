package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A file that cannot be used: one clear report, nothing is limited, the program runs on. */
@DisplayName("A28 A37 a bad file never keeps a program from running")
class BadFileIT {
    private static final Duration AT_MOST = Duration.ofSeconds(60);
    private static final String BOMB = bomb();

    @TempDir
    Path directory;

    /**
     * A file and what the agent has to say of it.
     *
     * @param said words of its report, in lower case
     */
    record Bad(String name, String text, String... said) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Bad> badFiles() {
        return Stream.of(
                new Bad("tabs", "downstreams:\n\thuc.test: 1/s\n", ":2:", "tab"),
                new Bad("a list where a map is expected", "- huc.test: 1/s\n", ":1:1"),
                new Bad(
                        "an unknown algorithm",
                        "downstreams:\n  huc.test: {limits: [{magic-bucket: 1/s}]}\n",
                        ":2:",
                        "magic-bucket"),
                new Bad("wrong types", "downstreams:\n  huc.test: {limits: 7, wait: [1]}\n", ":2:"),
                new Bad("anchors that do not exist", "downstreams:\n  huc.test: *nowhere\n", ":2:"),
                new Bad(
                        "a misspelt field",
                        "downstreams:\n  huc.test: {limits: [1/1h], max_wiat: 2s}\n",
                        ":2:",
                        "max_wiat"),
                new Bad(
                        "a field of another house",
                        "downstreams:\n  huc.test: {limits: [1/1h], maxWait: 2s}\n",
                        ":2:",
                        "maxwait"),
                new Bad("a rule at the top", "huc.test: {limits: [1/1h]}\n", ":1:1", "huc.test"),
                new Bad(
                        "a misspelt algorithm",
                        "downstreams:\n  huc.test: {limits: [{token-buket: 1/1h}]}\n",
                        ":2:",
                        "token-buket"),
                new Bad("billion laughs", BOMB),
                new Bad("ten megabytes", "# " + "x".repeat(10 * 1024 * 1024) + "\ndownstreams: {huc.test: 1/1h}\n"),
                new Bad("not text", "\u0000\u0001\u0002downstreams\u0007"),
                new Bad("empty", ""));
    }

    @ParameterizedTest
    @MethodSource("badFiles")
    void theProgramRunsOn(Bad bad) {
        File file = Programs.write(directory, bad.text());
        Ended ended = runWith(file.getPath());

        if (!bad.name().equals("ten megabytes")) {
            assertThat(reports(ended)).as("%s", ended).hasSizeGreaterThanOrEqualTo(1);
        }
        String said = String.join("\n", ended.err()).toLowerCase(java.util.Locale.ROOT);
        for (String word : bad.said()) {
            assertThat(said).as("%s", ended).contains(word);
        }
    }

    @Test
    void aMissingFileIsToldWithItsPath() {
        Ended ended = runWith(directory.resolve("nowhere.yml").toString());

        assertThat(reports(ended)).as("%s", ended).hasSize(1);
        assertThat(reports(ended).get(0)).contains("nowhere.yml");
    }

    @Test
    void aFolderIsToldWithItsPath() {
        Ended ended = runWith(directory.toString());

        assertThat(reports(ended)).as("%s", ended).hasSize(1);
        assertThat(reports(ended).get(0)).contains(directory.toString());
    }

    @Test
    void anUnreadableFileIsToldWithItsPath() {
        File file = Programs.write(directory, "downstreams: {huc.test: 1/1h}\n");
        assertThat(file.setReadable(false, false)).isTrue();
        if (Files.isReadable(file.toPath())) {
            // A privileged user reads every file but this: it opens, and reading it fails.
            file = new File("/proc/self/mem");
            Assumptions.assumeTrue(file.exists(), "no file here that cannot be read");
        }
        Ended ended = runWith(file.getPath());

        assertThat(reports(ended)).as("%s", ended).hasSize(1);
        assertThat(reports(ended).get(0)).contains(file.getPath());
    }

    @Test
    void noFileAtAllIsToldInOneLine() {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended =
                    run(Programs.plain(Jdk.running(), directory, "huc.test").agent(Programs.AGENT, ""), server);

            assertThat(ended.agentLines()).as("%s", ended).hasSize(1);
        }
    }

    @Test
    void theJarMayLieInTheFolderTwice() throws IOException {
        Path copy = directory.resolve("copy-of-the-agent.jar");
        Files.copy(Programs.AGENT.toPath(), copy);
        File rules = Programs.write(directory, "downstreams:\n  huc.test: {limits: [{fixed-window: 1/1d}], wait: 0}\n");
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = run(
                    Programs.plain(Jdk.running(), directory, "huc.test")
                            .agent(Programs.AGENT, rules.getPath())
                            .agent(copy.toFile(), rules.getPath()),
                    server);

            assertThat(ended.report().of("huc.test").offered()).as("%s", ended).isEqualTo(1);
        }
    }

    private Ended runWith(String path) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            return run(Programs.plain(Jdk.running(), directory, "huc.test").agent(Programs.AGENT, path), server);
        }
    }

    private static Ended run(ForkedJvm fork, ScriptedServer server) {
        String url = server.url("huc.test", "/");
        try (RunningJvm running =
                fork.main("com.example.program.Calls", "huc", url).start()) {
            Ended ended = running.await(AT_MOST);
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).as("%s", ended).contains("OK");
            assertThat(ended.err()).noneMatch(line -> line.contains("processing of -javaagent failed"));
            assertThat(server.hits()).as("%s", ended).isEqualTo(1);
            return ended;
        }
    }

    private static List<String> reports(Ended ended) {
        return ended.agentLines().stream()
                .filter(line -> line.contains("ERROR") || line.contains("WARN"))
                .toList();
    }

    private static String bomb() {
        StringBuilder text = new StringBuilder("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
        for (int i = 1; i < 12; i++) {
            String before = "*a" + (i - 1);
            text.append("a").append(i).append(": &a").append(i).append(" [");
            text.append(String.join(", ", java.util.Collections.nCopies(9, before)));
            text.append("]\n");
        }
        return text.append("downstreams: *a11\n").toString();
    }
}
