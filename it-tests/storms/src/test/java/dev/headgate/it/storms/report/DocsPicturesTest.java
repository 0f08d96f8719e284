package dev.headgate.it.storms.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pictures of docs/storms.md are what the lab sees now. After a change: {@code mvn -pl it-tests/storms -am test
 * -Dtest=DocsPicturesTest -Dsurefire.failIfNoSpecifiedTests=false -Dheadgate.pictures=draw} draws them anew.
 */
class DocsPicturesTest {
    private static final Map<String, Supplier<String>> PICTURES = Map.of(
            "storm-served.svg", DocsPictures::served,
            "storm-arrivals.svg", DocsPictures::arrived,
            "storm-release.svg", DocsPictures::released);

    @ParameterizedTest
    @ValueSource(strings = {"storm-served.svg", "storm-arrivals.svg", "storm-release.svg"})
    void aPictureOfTheDocsIsWhatTheLabSees(String name) throws IOException {
        String drawn = PICTURES.get(name).get();
        Path file = Path.of("../../docs/pictures", name);
        if ("draw".equals(System.getProperty("headgate.pictures"))) {
            Files.writeString(file, drawn);
        }
        assertThat(file)
                .as("draw it anew with -Dheadgate.pictures=draw")
                .content()
                .isEqualTo(drawn);
    }
}
