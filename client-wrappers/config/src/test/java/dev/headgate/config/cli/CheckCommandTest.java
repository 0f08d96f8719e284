package dev.headgate.config.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class CheckCommandTest extends CommandLineRuns {
    @Test
    void checkPrintsTheLimitsAsTables() {
        assertThat(run("check", file)).isEqualTo(CommandLine.OK);
        assertThat(out()).isEqualTo(file + ": no errors\n" + """
                        5 downstreams, 6 limits; at most 100 calls wait at the same time

                        charges  (line 2)
                          match     host api.test; method POST; path /v1/{id}; header Authorization
                          key       header:Authorization, {id} (a budget each, for at most 10000)
                          does      mode enforce, wait 1s, queue 64, also account
                          comes to  at most 10/s because of line 10 (account)
                            LIMIT                                                  FORM                    BYTES A KEY  LINE
                            100/s                                                  exact log                       800     6
                            {sliding-window-log: 10000/s}, cost 2, one budget for  log in cells of 977us          8200     7
                            all keys
                            {leaky-bucket: 100/s, depth: 50}                       queue of 50, 1 at once           32     8

                        account  (line 10)
                          match     host *.test
                          does      mode enforce, wait 500ms, queue 64
                          comes to  at most 10/s because of line 10
                            LIMIT                               FORM          BYTES A KEY  LINE
                            {token-bucket: 10/s, capacity: 20}  bucket of 20           32    10

                        jdbc:postgresql://db/orders  (line 11)
                          match     database jdbc:postgresql://db:5432/orders
                          does      mode observe, wait 1s, queue 64
                          comes to  nothing, calls are only counted; enforced: at most 5/s because of line 11
                            LIMIT  FORM       BYTES A KEY  LINE
                            5/s    exact log           40    11

                        old.test  (line 12)
                          match     host old.test
                          does      mode off, wait 1s, queue 64
                          comes to  off: calls go as if it were not here
                            LIMIT  FORM       BYTES A KEY  LINE
                            5/s    exact log           40    12

                        free.test  (line 13)
                          match     host free.test
                          does      mode enforce, wait 1s, queue 64
                          comes to  unlimited
                        """);
    }

    @Test
    void checkTellsWhereLimitsAreKeptWithoutAskingRedis() throws IOException {
        Files.writeString(Path.of(file), """
                redis: {uri: "redis://app:hunter2@nowhere.invalid:1/2", prefix: shop, share: 50%}
                downstreams:
                  a.test: 100/s
                  b.test: {limits: [{sliding-window-log: 10000/s}, 5000/h], on-failure: allow}
                  c.test: {limits: [{token-bucket: 5/s}], on-failure: deny}
                  d.test: {limits: [5/s], store: local}
                  e.test: unlimited
                """);
        assertThat(run("check", file)).isEqualTo(CommandLine.OK);
        assertThat(out())
                .startsWith(file + ": no errors\n" + """
                5 downstreams, 5 limits; at most 100 calls wait at the same time
                limits are shared on Redis at redis://nowhere.invalid:1/2, prefix shop, 50% of each limit for those
                    who share it; it was not asked whether it is there

                a.test  (line 3)
                  match     host a.test
                  does      mode enforce, wait 1s, queue 64
                  kept      on Redis; while it does not answer, each process keeps to its share of the limit
                  comes to  at most 100/s because of line 3
                    LIMIT  FORM       BYTES A KEY  LINE
                    100/s  exact log         1800     3

                b.test  (line 4)
                  match     host b.test
                  does      mode enforce, wait 1s, queue 64
                  kept      on Redis; while it does not answer, calls go
                """)
                .contains("  kept      on Redis; while it does not answer, calls are rejected\n")
                .contains("""
                  does      mode enforce, wait 1s, queue 64
                  kept      in this process: each process has the whole limit
                """)
                .endsWith("""
                e.test  (line 7)
                  match     host e.test
                  does      mode enforce, wait 1s, queue 64
                  comes to  unlimited
                """)
                .doesNotContain("hunter2")
                .doesNotContain("app");
        out.reset();
        assertThat(run("explain", file, "http://c.test/")).isEqualTo(CommandLine.OK);
        assertThat(out())
                .contains("  kept      on Redis; while it does not answer, calls are rejected\n")
                .doesNotContain("hunter2");
    }

    @Test
    void checkAndExplainTellWhatIsDoneOnAStopAsFarAsItIsUnusual() throws IOException {
        Files.writeString(Path.of(file), """
                redis: {uri: "redis://127.0.0.1:1"}
                defaults: {backoff: {floor: 2s}}
                downstreams:
                  a.test: {limits: [], store: local}
                  b.test: {limits: [5/s], backoff: off, retry-budget: off, reject: response}
                  c.test: {limits: [5/s], backoff: {signals: [rate-limit], reset-unit: epoch-millis, max-pause: 1m, floor:
                    500ms, factor: 1.5, floor-max: 5s, jitter: none, adaptive: false}, retry-budget: {ratio: 0.25,
                    min-per-second: 0}}
                  d.test: {limits: unlimited, backoff: {floor: 1s}, retry-budget: {}}
                """);
        assertThat(run("check", file)).isEqualTo(CommandLine.OK);
        assertThat(out()).contains("""
                a.test  (line 4)
                  match     host a.test
                  does      mode enforce, wait 1s, queue 64, backoff {floor: 2s}
                  kept      in this process: each process hears of a pause itself
                  comes to  no limit; only held when the downstream asks for it or fails
                """).contains("""
                  does      mode enforce, wait 1s, queue 64, backoff off, retry-budget off, reject response
                """).contains("""
                  does      mode enforce, wait 1s, queue 64, backoff {signals: [rate-limit], reset-unit:
                            epoch-millis, max-pause: 1m, floor: 500ms, factor: 1.5, floor-max: 5s, jitter: none,
                            adaptive: false}, retry-budget {ratio: 0.25, min-per-second: 0}
                """).endsWith("""
                d.test  (line 9)
                  match     host d.test
                  does      mode enforce, wait 1s, queue 64
                  kept      on Redis; while it does not answer, each process hears of a pause itself
                  comes to  no limit; only held when the downstream asks for it or fails
                """);
        out.reset();
        assertThat(run("explain", file, "http://a.test/")).isEqualTo(CommandLine.OK);
        assertThat(out())
                .startsWith(
                        "GET http://a.test/\nis only held when the downstream asks for it or fails: it is a.test (line 4)\n")
                .contains("  does      mode enforce, wait 1s, queue 64, backoff {floor: 2s}\n");
    }

    @Test
    void checkTellsAllProblemsAndEndsWithOne() throws IOException {
        Files.writeString(Path.of(file), "downstreams:\n  a.test: 5\n  *.b.test: 6/s\n");
        assertThat(run("check", file)).isEqualTo(CommandLine.PROBLEMS);
        assertThat(out())
                .contains(file + ":2:11: ")
                .contains(file + ":3:3: ")
                .contains("    write: \"*.b.test\": 6/s\n")
                .endsWith("\n2 errors; nothing is limited with this file\n");
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @Test
    void checkShowsWarningsAndIsContent() throws IOException {
        Files.writeString(Path.of(file), "downstreams:\n  a.test: {limits: [5/s], wait: 0, queue: 7}\n");
        assertThat(run("check", file)).isEqualTo(CommandLine.OK);
        assertThat(out()).contains(":2:36: warning: `queue`").endsWith("\n1 warning\n");
    }
}
