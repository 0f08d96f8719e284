package dev.headgate.config.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandLineTest extends CommandLineRuns {
    @Test
    void everyLineFitsATerminal() {
        run("check", file);
        run("explain", file, "https://api.test/v1/42", "--method", "POST");
        run("--help");
        List<String> lines = new ArrayList<>(out().lines().toList());
        lines.removeIf(line -> line.contains(file));
        assertThat(lines).allMatch(line -> line.length() <= 100);
    }

    @Test
    void theVersionAndTheHelpArePrinted() {
        assertThat(run("--version")).isEqualTo(CommandLine.OK);
        assertThat(out()).matches("headgate \\d+\\.\\d+\\.\\d+.*\n");
        assertThat(run("--help")).isEqualTo(CommandLine.OK);
        assertThat(out()).contains("check FILE", "explain FILE URL").doesNotContain("attach", "status");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | there is no command",
                "chek | \"chek\" is not a command",
                "check | check wants one FILE",
                "check,a,b | check wants one FILE",
                "explain,a | explain wants a FILE and a URL",
                "explain,a,nonsense | explain wants a URL",
                "explain,a,http://u:hunter2@x/{id} | `{` cannot stand at character 20 of a URL; write %7B",
                "explain,a,http://hunter2 x/ | explain wants a URL",
                "explain,a,pool: | explain wants a URL",
                "explain,a,http://x/,--method= | --method wants a word like GET or POST",
                "check, | check wants one FILE",
                "check,--help | check has no option --help",
                "explain,a,http://x/,--nope=hunter2 | explain has no option --nope",
                "explain,a,http://x/,--method | --method wants a value",
                "explain,a,http://x/,--header,hunter2 | --header wants NAME:VALUE"
            })
    void aCommandThatIsNoneIsToldAndEndsWithTwo(String words, String message) {
        assertThat(run(words.isEmpty() ? new String[0] : words.split(",", -1))).isEqualTo(CommandLine.USAGE);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("headgate: " + message)
                .endsWith("; try --help\n")
                .doesNotContain("hunter2");
        assertThat(out()).isEmpty();
    }

    @Test
    void aFileThatIsNotThereIsAProblem() {
        assertThat(run("check", directory.resolve("none.yml").toString())).isEqualTo(CommandLine.PROBLEMS);
        assertThat(out()).contains("none.yml: there is no such file");
    }
}
