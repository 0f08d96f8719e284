package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.config.report.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each file says at its end what is to be told of it, all of it and nothing else: {@code # expect LINE:COLUMN MESSAGE}, and
 * after {@code =>} the corrected line.
 */
class WrongFilesTest {
    private static final String EXPECT = "# expect ";
    private static final Path DIRECTORY = Path.of("src/test/resources/wrong");

    static List<Path> files() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            return files.sorted().toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Test
    void thereAreFortyOfThemAtLeast() {
        assertThat(files()).hasSizeGreaterThanOrEqualTo(40);
    }

    @ParameterizedTest
    @MethodSource("files")
    void allThatIsWrongIsToldWithItsPlace(Path file) throws IOException {
        List<String> expected = Files.readAllLines(file).stream()
                .filter(line -> line.startsWith(EXPECT))
                .map(line -> line.substring(EXPECT.length()))
                .toList();
        List<Problem> problems =
                problemsOf(Files.readString(file), file.getFileName().toString());
        List<String> told = problems.stream().map(WrongFilesTest::text).toList();

        assertThat(told).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            String place = expected.get(i).split(" ", 2)[0] + " ";
            String[] parts = expected.get(i).substring(place.length()).split(" => ", -1);
            assertThat(told.get(i)).startsWith(place).contains(parts);
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void theCorrectedLineMendsWhatItWasGivenFor(Path file) throws IOException {
        List<String> lines = new ArrayList<>(Files.readAllLines(file));
        List<Problem> problems = problemsOf(String.join("\n", lines), "f.yml");
        for (Problem problem : problems) {
            String corrected = problem.corrected();
            if (corrected == null || corrected.contains("...")) {
                continue;
            }
            List<String> mended = new ArrayList<>(lines);
            mended.set(problem.line() - 1, corrected);
            assertThatCode(() -> Configuration.parse(String.join("\n", mended), "f.yml"))
                    .satisfiesAnyOf(
                            none -> assertThat(none).isNull(),
                            left -> assertThat(((ConfigException) left).problems())
                                    .noneMatch(other -> text(other).equals(text(problem))));
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void theReportFitsATerminal(Path file) {
        assertThatThrownBy(() -> Configuration.read(file)).isInstanceOfSatisfying(ConfigException.class, refused -> {
            assertThat(refused.getMessage().lines())
                    .filteredOn(line -> !line.contains("write: "))
                    .allMatch(line -> line.length() <= 100);
            assertThat(refused.getMessage()).doesNotContain("hunter2");
        });
    }

    private static List<Problem> problemsOf(String text, String name) {
        try {
            Configuration.parse(text, name);
            return List.of();
        } catch (ConfigException refused) {
            return refused.problems();
        }
    }

    private static String text(Problem problem) {
        String corrected =
                problem.corrected() == null ? "" : " => " + problem.corrected().strip();
        return problem.line() + ":" + problem.column() + " " + problem.message() + corrected;
    }
}
