package dev.headgate.it.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RepositoryTest {
    private static final Set<String> TOP = Set.of(
            "pom.xml",
            "agent",
            "client-wrappers",
            "examples",
            "it-tests",
            "README.md",
            ".mvn",
            ".ci",
            ".gitignore",
            ".editorconfig",
            "CHANGELOG.md",
            "SECURITY.md",
            "docs",
            ".git");
    private static final int MOST_LINES = 300;

    @Test
    void theTopLevelHoldsNothingElse() throws IOException {
        Set<String> others = new TreeSet<>();
        try (Stream<Path> entries = Files.list(Repository.ROOT)) {
            entries.map(entry -> entry.getFileName().toString()).forEach(others::add);
        }
        others.removeAll(TOP);
        List<String> ignored = Repository.lines(Repository.ROOT.resolve(".gitignore"));
        others.removeIf(name -> ignored.contains(name) || ignored.contains(name + "/"));

        assertThat(others).isEmpty();
    }

    @Test
    void noSourceIsLongerThanAPersonReadsAtOnce() {
        assertThat(sourcesWhere(file -> Repository.lines(file).size() > MOST_LINES))
                .isEmpty();
    }

    @Test
    void classesAreNamedByWhatTheyAre() {
        Pattern vague = Pattern.compile(".*(Utils?|Helpers?|Managers?|Misc|Common)\\.java");

        assertThat(sourcesWhere(file -> vague.matcher(file.toString()).matches()))
                .isEmpty();
    }

    @Test
    void nothingIsLeftForLater() {
        assertThat(sourcesContaining("TO" + "DO", Repository.ROOT)).isEmpty();
        assertThat(sourcesContaining("FIX" + "ME", Repository.ROOT)).isEmpty();
    }

    @Test
    void noTestSleepsAndNoneIsSwitchedOff() {
        List<String> found = new ArrayList<>();
        for (Path file : Repository.javaSources(Repository.ROOT)) {
            String path = Repository.relative(file);
            if (path.contains("/src/test/") || path.startsWith("it-tests/")) {
                for (String forbidden : List.of("Thread" + ".sleep", "TimeUnit.\\w+" + "\\.sleep", "@" + "Disabled")) {
                    Pattern pattern = Pattern.compile(forbidden);
                    if (Repository.lines(file).stream().anyMatch(pattern.asPredicate())) {
                        found.add(path + ": " + forbidden);
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void noPathOfOneMachineIsWrittenDown() {
        for (String path : List.of("/usr/lib" + "/jvm", "/home" + "/", "/tmp" + "/wt")) {
            assertThat(sourcesContaining(path, Repository.ROOT)).as(path).isEmpty();
        }
    }

    @Test
    void noModuleIsEmpty() {
        List<String> empty = new ArrayList<>();
        for (Path pom : Repository.files(Repository.ROOT)) {
            if (pom.endsWith("pom.xml")
                    && Repository.lines(pom).stream().noneMatch(l -> l.contains("<packaging>pom"))) {
                Path module = pom.getParent();
                boolean hasCode =
                        Repository.javaSources(module).stream().anyMatch(file -> !file.endsWith("package-info.java"));
                boolean assembles = Repository.lines(pom).stream()
                        .anyMatch(line -> line.contains("<artifactId>maven-shade-plugin"));
                if (!hasCode && !assembles) {
                    empty.add(Repository.relative(module));
                }
            }
        }
        assertThat(empty).isEmpty();
    }

    private static List<String> sourcesContaining(String text, Path below) {
        return sourcesWhere(file -> Repository.lines(file).stream().anyMatch(line -> line.contains(text)));
    }

    private static List<String> sourcesWhere(Predicate<Path> wrong) {
        return Repository.javaSources(Repository.ROOT).stream()
                .filter(wrong)
                .map(Repository::relative)
                .toList();
    }
}
