package dev.headgate.limiter.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The pictures of docs/algorithms.md are what the code does now. After a change: {@code mvn -pl client-wrappers/limiter test
 * -Dtest=PicturesTest -Dheadgate.pictures=draw} draws them anew.
 */
class PicturesTest {
    private static final Map<String, Supplier<String>> PICTURES = Map.of(
            "edge.svg", Edge::draw,
            "smoothness.svg", Smoothness::draw,
            "memory.svg", Memory::draw,
            "counter-error.svg", Errors::draw);

    private static Path directory() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(here.resolve("docs")) && here.getParent() != null) {
            here = here.getParent();
        }
        return here.resolve("docs").resolve("pictures");
    }

    @ParameterizedTest
    @ValueSource(strings = {"edge.svg", "smoothness.svg", "memory.svg", "counter-error.svg"})
    void a_picture_in_the_docs_is_what_the_code_draws(String name) throws IOException {
        String drawn = PICTURES.get(name).get();
        Path file = directory().resolve(name);
        if ("draw".equals(System.getProperty("headgate.pictures"))) {
            Files.createDirectories(file.getParent());
            Files.writeString(file, drawn);
        }
        assertThat(file)
                .as("draw it anew with -Dheadgate.pictures=draw")
                .content()
                .isEqualTo(drawn);
    }

    @Test
    void the_numbers_in_the_docs_are_those_of_the_code() {
        assertThat(Edge.mostInASecond(Edge.admitted(Kind.FIXED_WINDOW))).isEqualTo(200);
        assertThat(Edge.mostInASecond(Edge.admitted(Kind.LOG))).isEqualTo(100);
        assertThat(Edge.mostInASecond(Edge.admitted(Kind.TOKEN_BUCKET))).isEqualTo(199);
        assertThat(Edge.mostInASecond(Edge.admitted(Kind.COUNTER))).isEqualTo(189);
        assertThat(Memory.bytes(Kind.TOKEN_BUCKET, 100)).isEqualTo(56);
        assertThat(Memory.bytes(Kind.TOKEN_BUCKET, 4_097)).isEqualTo(328);
        assertThat(Memory.bytes(Kind.COUNTER, 100)).isEqualTo(296);
        assertThat(Memory.bytes(Kind.FIXED_WINDOW, 100)).isEqualTo(320);
        assertThat(Memory.bytes(Kind.LEAKY_BUCKET, 100)).isEqualTo(336);
        assertThat(Memory.bytesOfTwoTokenBuckets()).isEqualTo(416);
        assertThat(Memory.bytes(Kind.LOG, 100)).isEqualTo(1_272);
        assertThat(Memory.bytes(Kind.LOG, 4_096)).isEqualTo(33_240);
        assertThat(Memory.bytes(Kind.LOG, 1_000_000)).isEqualTo(8_672);
    }
}
