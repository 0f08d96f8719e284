package dev.headgate.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.config.report.Problem;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.Rule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceholdersTest {
    @Test
    void placeholdersArePutIn(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("rate"), "7/s\n");
        Configuration read = Reading.of("""
                mode: ${MODE:enforce}
                downstreams:
                  a.test: ${RATE}
                  b.test: {limits: ["${RATE:1/s}", "${NONE:2/s}"], wait: "${WAIT:1}0s"}
                  c.test: ${file:%s}
                """.formatted(secret), Map.of("RATE", "5/s", "MODE", "off"));
        assertThat(read.rules()).extracting(Rule::mode).containsOnly(Mode.OFF);
        assertThat(read.rules().get(0).limits()).extracting(Limit::text).containsExactly("5/s");
        assertThat(read.rules().get(1).limits()).extracting(Limit::text).containsExactly("5/s", "2/s");
        assertThat(read.rules().get(1).waitNanos()).isEqualTo(10_000_000_000L);
        assertThat(read.rules().get(2).limits()).extracting(Limit::text).containsExactly("7/s");
    }

    @Test
    void whatAPlaceholderStandsForIsNeverPrinted() {
        List<Problem> problems = Reading.problems("""
                mode: ${SECRET}
                downstreams:
                  a.test: ${SECRET}
                  b.test: {limits: [5/s], wait: "${SECRET}", key: ["${SECRET}"], also: ["${SECRET}"]}
                  c: {match: {hosts: ["${SECRET}"], paths: ["${SECRET}"], methods: ["${SECRET}"]}, limits: [5/s]}
                  d: {match: {jdbc: ["${SECRET}"]}, limits: ["${SECRET}", {fixed-window: "${SECRET}"}]}
                """, Map.of("SECRET", "hunter2 hunter2"));
        assertThat(problems).hasSizeGreaterThanOrEqualTo(9);
        assertThat(problems).noneMatch(problem -> problem.toString().contains("hunter2"));
    }

    @Test
    void whatIsTooLongIsRefused(@TempDir Path directory) throws IOException {
        Path large = Files.writeString(directory.resolve("large"), "5".repeat(70_000));
        assertThat(Reading.problems("downstreams: {a.test: \"${file:" + large + "}\"}"))
                .extracting(Problem::message)
                .containsExactly("a limit of downstream `a.test` names a file that is larger than 64 KB");
        assertThat(Reading.problems(
                        "downstreams: {a.test: \"" + "${A}".repeat(1_000) + "\"}", Map.of("A", "5".repeat(1_000))))
                .extracting(Problem::message)
                .containsExactly("a limit of downstream `a.test` stands for more than 64 KB");
    }

    @Test
    void namesHaveNoPlaceholders() {
        assertThat(Reading.problems(
                        "downstreams: {a.test: {limits: [5/s], key: [\"${A}\"], also: [\"${A}\"]}}",
                        Map.of("A", "host")))
                .hasSize(2);
    }
}
