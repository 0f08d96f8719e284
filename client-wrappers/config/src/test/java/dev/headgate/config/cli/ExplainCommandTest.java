package dev.headgate.config.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplainCommandTest extends CommandLineRuns {
    @Test
    void explainTellsWhoWinsAndWhy() {
        assertThat(run(
                        "explain",
                        file,
                        "https://api.test/v1/42?x=y",
                        "--method",
                        "POST",
                        "--header=authorization: hunter2-live"))
                .isEqualTo(CommandLine.OK);
        assertThat(out())
                .startsWith("POST https://api.test/v1/42\nis charged to charges (line 2)\n")
                .contains("key       header:Authorization = (given), {id} = 42\n")
                .contains("comes to  at most 10/s because of line 10 (account)\n")
                .containsPattern("charges +2 +api\\.test /v1/\\{id\\} +charged")
                .containsPattern("account +10 +\\*\\.test +matches too")
                .containsPattern(" 2 +\\{sliding-window-log: 10000/s\\} +charges +7\n")
                .containsPattern(" 1 +\\{token-bucket: 10/s, capacity: 20\\} +account +10\n")
                .contains("off       old.test\n")
                .doesNotContain("hunter2");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "https://api.test/v1/42 | is charged to account (line 10)",
                "https://else.where/ | is not limited: no downstream is charged with it",
                "https://free.test/ | is not limited: it is free.test (line 13)",
                "http://old.test/ | is charged to account (line 10)",
                "jdbc:postgresql://DB:5432/orders?user=a&password=hunter2 |"
                        + " is charged to jdbc:postgresql://db/orders (line 11)",
                "JDBC:postgresql://DB:5432/orders?user=a&password=hunter2 |"
                        + " is charged to jdbc:postgresql://db/orders (line 11)",
                "http://me:hunter2@hunter2@free.test/ | is not limited: it is free.test (line 13)",
                "pool:none | is not limited: no downstream is charged with it"
            })
    void explainAnswersForEveryKindOfCall(String url, String answer) {
        assertThat(run("explain", file, url)).isEqualTo(CommandLine.OK);
        assertThat(out().lines().skip(1)).first().isEqualTo(answer);
        assertThat(out()).doesNotContain("hunter2");
    }

    @Test
    void whatIsOnlyCountedIsNotCalledALimit() throws IOException {
        Files.writeString(Path.of(file), """
                downstreams:
                  a: {match: {hosts: [a.test]}, limits: [100/s], also: [b]}
                  b: {match: {hosts: [b.test]}, limits: [10/s], mode: observe}
                """);
        run("check", file);
        assertThat(out())
                .contains("comes to  at most 100/s because of line 2\n")
                .contains("comes to  nothing, calls are only counted; enforced: at most 10/s because of line 3\n");
        out.reset();
        run("explain", file, "http://a.test");
        assertThat(out())
                .contains("at most 100/s because of line 2\n")
                .containsPattern(" 1 +10/s, only counted +b +3\n");
    }

    @Test
    void aMissingPathIsShownAsASlash() throws IOException {
        Files.writeString(Path.of(file), "downstreams: {a: {match: {hosts: [a.test], paths: [/x]}, limits: [5/s]}}\n");
        run("explain", file, "http://a.test");
        assertThat(out()).contains("is for the path /x, the call goes to /\n");
    }
}
