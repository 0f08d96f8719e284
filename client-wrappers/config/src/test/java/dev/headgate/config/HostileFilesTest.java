package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.headgate.config.report.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a file holds: one clear report, in bounded time and memory. */
class HostileFilesTest {
    private static final Duration BOUND = Duration.ofSeconds(10);

    @TempDir
    Path directory;

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(told(directory.resolve("none.yml"))).endsWith("none.yml: there is no such file");
    }

    @Test
    @DisplayName("A28 a directory is refused in one line")
    void aDirectoryIsNoFile() {
        assertThat(told(directory)).endsWith(": this is not a file");
    }

    @Test
    void tenMegabytesAreNotRead() throws IOException {
        Path file = directory.resolve("big.yml");
        Files.write(file, new byte[10_000_000]);
        assertThat(told(file)).contains("big.yml: the file is larger than 1 MiB and was not read");
    }

    @Test
    void binaryGarbageIsToldWithItsPlace() throws IOException {
        Path file = directory.resolve("garbage.yml");
        Files.write(file, new byte[] {'a', ':', '\n', 'b', (byte) 0xC3, (byte) 0x28, 0, 1, 2});
        assertThat(told(file)).contains("garbage.yml:2:2: a byte that is not UTF-8; is this a text file?");
    }

    @Test
    void aZeroByteIsToldWithItsPlace() throws IOException {
        Path file = directory.resolve("zero.yml");
        Files.write(file, "downstreams:\n  a\0b: 5/s\n".getBytes(StandardCharsets.UTF_8));
        assertThat(told(file)).contains("zero.yml:2:4: a character that no text holds");
    }

    @Test
    void utf16IsToldByItsName() throws IOException {
        Path file = directory.resolve("wide.yml");
        Files.write(file, "downstreams: {a.test: 5/s}".getBytes(StandardCharsets.UTF_16));
        assertThat(told(file)).contains("wide.yml:1:1: the file is UTF-16\n    save it as UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# only a comment\n", "\uFEFF", "---\n"})
    void anEmptyFileIsToldWithTheShortestOne(String text) {
        List<Problem> problems = Reading.problems(text);
        assertThat(problems).singleElement().satisfies(problem -> {
            assertThat(problem.line()).isEqualTo(1);
            assertThat(problem.hint()).contains("downstreams:");
        });
    }

    @Test
    void aByteOrderMarkAndWindowsLineEndsAreNoError() {
        Configuration read = Reading.of("\uFEFFdownstreams:\r\n  a.test: 5/s\r\n  b.test: 6/s\r\n");
        assertThat(read.rules())
                .extracting(rule -> rule.source())
                .containsExactly("headgate.yml:2:3", "headgate.yml:3:3");
        assertThat(Reading.problems("\uFEFFdownstreams:\r\n  a.test: 5\r\n"))
                .singleElement()
                .extracting(Problem::where)
                .isEqualTo("headgate.yml:2:11");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "downstreams:\n  \"a\u202Eb.test\": 5/s\n",
                "downstreams:\n  a.test: {limits: 5\u202E/s}\n",
                "downstreams:\n  a: {match: {hosts: [a.test], paths: [x\u2066]}, limits: [5/s]}\n",
                "downstreams:\n  \"a\u200Bb\": {match: {hosts: [a.test]}, limits: [5/s]}\n",
                "downstreams:\n  a.test: {limits: [5/s], also: [\"\u2028\"]}\n"
            })
    void whatATerminalWouldObeyIsShownAsAnEscape(String text) {
        assertThat(Reading.problems(text))
                .isNotEmpty()
                .allSatisfy(problem -> assertThat(problem.toString())
                        .matches(shown -> shown.codePoints().allMatch(c -> c == '\n' || c >= ' ' && c < 0x7F)));
    }

    @Test
    void aRepairThatMendsNothingIsToldOnce() {
        assertThat(Reading.problems("downstreams:\n  a.test: {limits: [{cost: 1\n  b.test: {wait: 5s}\n"))
                .hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void aBillionLaughsAreNotFollowed() {
        StringBuilder text = new StringBuilder("a0: &a0 lol\n");
        for (int i = 1; i < 30; i++) {
            text.append("a" + i + ": &a" + i + " [" + ("*a" + (i - 1) + ", ").repeat(9) + "*a" + (i - 1) + "]\n");
        }
        List<Problem> problems =
                assertTimeoutPreemptively(BOUND, () -> Reading.problems(text + "downstreams: {a.test: 5/s}\n"));
        assertThat(problems).hasSize(201);
        assertThat(problems.get(0).message()).contains("anchors");
        assertThat(problems.get(200).message()).matches("and \\d+ more problems that are not listed");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{a: ", "- ", "[{"})
    void nestingIsBounded(String opening) {
        List<Problem> problems =
                assertTimeoutPreemptively(BOUND, () -> Reading.problems("downstreams: " + opening.repeat(200_000)));
        assertThat(problems).hasSizeLessThanOrEqualTo(2);
        assertThat(problems.get(0).message()).isNotBlank();
    }

    @Test
    void blocksNestedDeeplyAreBounded() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1_000; i++) {
            text.append(" ".repeat(i)).append("a:\n");
        }
        assertThat(assertTimeoutPreemptively(BOUND, () -> Reading.problems(text.toString())))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).contains("more than 20 deep"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\ta: 5\n",
                "*x: 5/s\n",
                "a: 5\n",
                "  - b\n",
                "? [a]\n",
                "a.test:5/s\n",
                "'\n",
                "a: {b\n",
                "a: b: c\n"
            })
    void theSameTrapAgainAndAgainEndsSoon(String line) {
        String text = "downstreams:\n" + line.repeat(300_000 / line.length());
        List<Problem> problems = assertTimeoutPreemptively(BOUND, () -> Reading.problems(text));
        assertThat(problems).hasSizeBetween(1, 201);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "a", "/", "{", "5 ", ": ", "a: ", "${A}", "\"", "password="})
    void aVeryLongLineEndsSoon(String part) {
        String text = "downstreams:\n  a.test: " + part.repeat(300_000 / part.length());
        List<Problem> problems = assertTimeoutPreemptively(BOUND, () -> Reading.problems(text));
        assertThat(problems).isNotEmpty().allMatch(problem -> problem.toString().length() < 1_000);
    }

    @Test
    void thousandsOfWrongDownstreamsEndSoon() {
        StringBuilder text = new StringBuilder("downstreams:\n");
        for (int i = 0; i < 5_000; i++) {
            text.append("  host" + i + ".test: {limits: [5/s], also: [hots" + i + ".test], wiat: 5}\n");
        }
        assertThat(assertTimeoutPreemptively(BOUND, () -> Reading.problems(text.toString())))
                .hasSize(201);
    }

    @Test
    void moreDownstreamsThanAnybodyNeedsAreRefused() {
        StringBuilder text = new StringBuilder("downstreams:\n");
        for (int i = 0; i <= 5_000; i++) {
            text.append("  host" + i + ".test: 5/s\n");
        }
        assertThat(Reading.problems(text.toString()))
                .singleElement()
                .satisfies(problem -> assertThat(problem.message()).isEqualTo("there are more than 5000 downstreams"));
    }

    private static String told(Path file) {
        return assertTimeoutPreemptively(BOUND, () -> {
            try {
                Configuration.read(file);
                return "";
            } catch (ConfigException refused) {
                return refused.getMessage();
            }
        });
    }

    @Test
    void anUnreadableFileIsTold() throws IOException {
        Path file = Files.writeString(directory.resolve("mine.yml"), "downstreams: {a.test: 5/s}");
        assertThat(file.toFile().setReadable(false)).isTrue();
        assumeFalse(Files.isReadable(file), "the superuser may read everything");
        assertThatThrownBy(() -> Configuration.read(file)).hasMessageContaining("may not be read by this user");
    }
}
