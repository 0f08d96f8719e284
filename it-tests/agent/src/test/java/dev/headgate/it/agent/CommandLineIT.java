package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.redis.Ports;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent's jar as a command. */
class CommandLineIT {
    private static final String GOOD = """
            downstreams:
              "https://api.test": 1/s
              "http://plain.test:80": 2/s
              "api.test:8443": 3/s
              any.test: 4/s
              "jdbc:postgresql://db.test/orders": 200/s
            """;

    @TempDir
    Path directory;

    static Stream<WrongFiles.Wrong> wrongFiles() {
        return WrongFiles.ALL.stream();
    }

    @ParameterizedTest
    @MethodSource("wrongFiles")
    @DisplayName("A23 A37 A45 check tells the line, the column and what to do")
    void checkTellsWhereAndWhat(WrongFiles.Wrong wrong) {
        File file = Programs.write(directory, wrong.text());
        Ended ended = run("check", file.getPath());

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        Pattern place = Pattern.compile("^" + Pattern.quote(file.getPath()) + ":(\\d+:\\d+): .+");
        List<String> places = ended.out().stream()
                .map(place::matcher)
                .filter(java.util.regex.Matcher::matches)
                .map(matcher -> matcher.group(1))
                .collect(Collectors.toList());
        assertThat(places).as("%s", ended).containsExactlyElementsOf(wrong.at());
        String text = String.join(" ", ended.out()).replaceAll(" +", " ").toLowerCase(Locale.ROOT);
        for (String word : wrong.said()) {
            assertThat(text).contains(word.toLowerCase(Locale.ROOT));
        }
        assertThat(text).doesNotContain("exception").doesNotContain("org.snakeyaml");
    }

    @Test
    void checkPrintsTheLimitsOfAGoodFile() {
        Ended ended = run("check", Programs.write(directory, GOOD).getPath());

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        assertThat(String.join("\n", ended.out())).contains("any.test", "4/s", "200/s");
        assertThat(ended.err()).isEmpty();
    }

    @Test
    void checkAndExplainDoWithoutRedis() {
        String file = "redis: {uri: \"redis://:hunter2@127.0.0.1:" + Ports.free() + "\"}\n"
                + "downstreams: {any.test: {limits: [4/s], on-failure: deny}}\n";
        Ended checked = run("check", Programs.write(directory, file).getPath());
        Ended explained = run("explain", Programs.write(directory, file).getPath(), "http://any.test/");

        assertThat(checked.exitCode()).as("%s", checked).isZero();
        assertThat(String.join(" ", checked.out()).replaceAll(" +", " ")).contains("was not asked whether it is there");
        for (Ended ended : List.of(checked, explained)) {
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(String.join("\n", ended.out()))
                    .contains("kept      on Redis; while it does not answer, calls are rejected")
                    .doesNotContain("hunter2");
            assertThat(ended.err()).isEmpty();
        }
    }

    @ParameterizedTest
    @DisplayName("A39 explain tells the rule whether the port is written or not")
    @CsvSource({
        "https://api.test/, 'https://api.test'",
        "https://api.test:443/, 'https://api.test'",
        "http://api.test/,",
        "http://plain.test/, 'http://plain.test:80'",
        "https://api.test:8443/, 'api.test:8443'",
        "http://any.test:1234/, any.test",
        "jdbc:postgresql://db.test:5432/orders?ssl=true, 'jdbc:postgresql://db.test/orders'"
    })
    void explainNamesTheRule(String url, String rule) {
        Ended ended = run("explain", Programs.write(directory, GOOD).getPath(), url);

        assertThat(ended.exitCode()).as("%s", ended).isZero();
        String first = ended.out().get(0);
        if (rule == null) {
            assertThat(first).as("%s", ended).doesNotContain("https://api.test\"");
        } else {
            assertThat(String.join("\n", ended.out())).as("%s", ended).contains(rule);
        }
    }

    @ParameterizedTest
    @CsvSource({"0, --version", "0, --help", "2, frobnicate", "2, check", "2, explain"})
    void otherCommands(int exitCode, String command) {
        Ended ended = run(command);

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(exitCode);
        assertThat(exitCode == 0 ? ended.out() : ended.err()).isNotEmpty();
    }

    @Test
    void aMissingFileIsToldWithItsPath() {
        Ended ended = run("check", directory.resolve("nowhere.yml").toString());

        assertThat(ended.exitCode()).as("%s", ended).isEqualTo(1);
        assertThat(String.join("\n", ended.out())).contains("nowhere.yml");
    }

    private Ended run(String... command) {
        try (RunningJvm running = ForkedJvm.java()
                .in(directory.toFile())
                .jar(Programs.AGENT, command)
                .start()) {
            return running.await(Duration.ofSeconds(60));
        }
    }
}
