package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.config.Configuration;
import dev.headgate.config.Headgate;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.match.HttpCall;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The access list that the documentation gives is enough, and not more than it says. */
class AccessListIT {
    private static final Path DOCUMENT = Path.of("../../docs/redis.md");
    private static final Path SCRIPTS =
            Path.of("../../client-wrappers/redis/src/main/resources/dev/headgate/redis/lua");
    private static final Pattern WORD = Pattern.compile("\\('([A-Z]+)'");
    private static final String FILE = """
            redis: {uri: "redis://headgate:hunter2@127.0.0.1:%d/1", timeout: 2s}
            defaults: {wait: 5s}
            downstreams:
              log: {match: {hosts: [log.test]}, limits: [20/s]}
              cells: {match: {hosts: [cells.test]}, limits: [100000/s]}
              bucket: {match: {hosts: [bucket.test]}, limits: [{token-bucket: 20/s, capacity: 2}], key: [host]}
              queue: {match: {hosts: [queue.test]}, limits: [{leaky-bucket: 20/s, depth: 5}], also: [window]}
              meter: {match: {hosts: [meter.test]}, limits: [{leaky-bucket: 20/s, depth: 5, meter: true}]}
              window: {match: {hosts: [window.test]}, limits: [{fixed-window: 1000/1d}]}
              counter: {match: {hosts: [counter.test]}, limits: [{sliding-window-counter: 100/1m}], mode: observe}
            """;
    private static final List<String> RULES = List.of("log", "cells", "bucket", "queue", "meter", "window", "counter");

    private final List<String> told = new CopyOnWriteArrayList<>();
    private final Journal journal = new Journal() {
        @Override
        public void info(String message) {
            told.add(message);
        }

        @Override
        public void warn(String id, String message) {
            told.add(id + " " + message);
        }
    };

    private static String line() throws Exception {
        return command("ACL SETUSER headgate ");
    }

    private static String command(String beginning) throws Exception {
        return Files.readAllLines(DOCUMENT).stream()
                .filter(line -> line.startsWith(beginning))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatTheDocumentationAllowsIsEnough() throws Exception {
        try (RedisServer server = RedisServer.started();
                RedisConnection other = server.connect()) {
            server.call((Object[]) line().replace("PASSWORD", "hunter2").split(" "));
            String file = FILE.formatted(server.port());
            try (Headgate headgate = Headgate.of(Configuration.parse(file, "headgate.yml"), journal)) {
                for (int round = 0; round < 8; round++) {
                    for (String rule : RULES) {
                        Demand demand = headgate.http(HttpCall.READER, HttpCall.of("GET", "http://" + rule + ".test/"));
                        assertThat(demand).isNotNull();
                        boolean gaveUp = round % 2 == 0;
                        demand.acquire(null, Long.MAX_VALUE, () -> gaveUp);
                        demand.owe();
                    }
                }
                headgate.downstream("queue").acquire();
                assertThat(headgate.stats()).noneMatch(tally -> tally.failedOpen() > 0);
            }
            other.call("SELECT", "1");
            assertThat(other.number("DBSIZE")).isGreaterThanOrEqualTo(RULES.size());
            assertThat(told).noneMatch(line -> line.startsWith("HG-4"));
            assertThat(server.call("ACL", "LOG")).isEqualTo(List.of());
        }
    }

    @Test
    void itAllowsTheCommandsOfTheScriptsAndOfTheConnectionAndNoOthers() throws Exception {
        Set<String> words = new TreeSet<>();
        try (Stream<Path> scripts = Files.list(SCRIPTS)) {
            for (Path script : scripts.toList()) {
                Matcher word = WORD.matcher(Files.readString(script));
                while (word.find()) {
                    words.add(word.group(1).toLowerCase(Locale.ROOT));
                }
            }
        }
        try (RedisServer server = RedisServer.started();
                RedisConnection other = server.connect()) {
            words.retainAll(other.list("COMMAND", "LIST"));
        }
        words.addAll(List.of("ping", "select", "client|setname", "script|load", "eval", "evalsha"));
        List<String> allowed = Stream.of(line().split(" "))
                .filter(word -> word.startsWith("+"))
                .map(word -> word.substring(1))
                .toList();
        assertThat(allowed).containsExactlyInAnyOrderElementsOf(words);
    }

    @Test
    void itAllowsNoOtherKeysAndCommands() throws Exception {
        try (RedisServer server = RedisServer.started();
                RedisConnection user = server.connect()) {
            server.call((Object[]) line().replace("PASSWORD", "hunter2").split(" "));
            user.call("AUTH", "headgate", "hunter2");
            assertThat(user.call("GET", "{hg:log}")).isNull();
            assertThat(user.call("GET", "{hg}:key-secret")).isNull();
            for (String forbidden : List.of(
                    "GET {other:log}",
                    "GET {hga:log}",
                    "GET {hg.b:log}",
                    "KEYS *",
                    "FLUSHALL",
                    "CONFIG GET *",
                    "SCAN 0")) {
                assertThatThrownBy(() -> user.call((Object[]) forbidden.split(" ")))
                        .as("%s", forbidden)
                        .hasMessageContaining("NOPERM");
            }
        }
    }

    @Test
    void whatIsForbiddenToOneDownstreamIsToldOnceAndTroublesNoOther() throws Exception {
        String file = """
                redis: {uri: "%s", timeout: 2s}
                downstreams:
                  mine: {match: {hosts: [a.test]}, limits: [5/h], wait: 0}
                  theirs: {match: {hosts: [b.test]}, limits: [1000/s]}
                """;
        try (RedisServer server = RedisServer.started()) {
            server.call("ACL", "SETUSER", "default", "resetkeys", "~{hg}:*", "~{hg:mine}*");
            try (Headgate headgate =
                    Headgate.of(Configuration.parse(file.formatted(server.uri()), "headgate.yml"), journal)) {
                long begun = System.nanoTime();
                int went = 0;
                // A server that was given up would be tried again each second, and found to answer.
                while (System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(2_500)) {
                    headgate.downstream("theirs").acquire();
                    went += headgate.downstream("mine").tryAcquire() ? 1 : 0;
                    Pause.of(Duration.ofMillis(10));
                }
                assertThat(went).isEqualTo(5);
                assertThat(told)
                        .filteredOn(line -> line.startsWith("HG-4"))
                        .singleElement()
                        .asString()
                        .startsWith("HG-402 theirs: Redis answered NOPERM ");
                server.call("ACL", "SETUSER", "default", "allkeys");
                headgate.downstream("theirs").acquire();
                assertThat(server.call("EXISTS", "{hg:theirs}")).isEqualTo(1L);
            }
        }
    }

    @Test
    void theOtherCommandsOfTheDocumentationAndTheNamesOfKeysAreRight() throws Exception {
        String file = """
                redis: {uri: "%s", timeout: 2s}
                downstreams:
                  charges: {match: {hosts: [a.test]}, limits: [20/s]}
                  keyed: {match: {hosts: [b.test]}, key: ["header:Authorization"], limits: [{token-bucket: 20/s}]}
                """;
        try (RedisServer server = RedisServer.started()) {
            try (Headgate headgate =
                    Headgate.of(Configuration.parse(file.formatted(server.uri()), "headgate.yml"), journal)) {
                headgate.downstream("charges").acquire();
                headgate.downstream("keyed").acquire();
                Map<String, String> secret = Map.of("Authorization", "hunter2");
                Demand demand = headgate.http(HttpCall.READER, new HttpCall("http", "b.test", -1, "GET", "/", secret));
                assertThat(demand).isNotNull();
                demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
            }
            assertThat(KeyScan.keys(server, "*"))
                    .contains(
                            "{hg:charges}",
                            "{hg:charges}~log1",
                            "{hg:charges}~live",
                            "{hg}:key-secret",
                            "{hg:keyed}:header%3AAuthorization:none")
                    .anyMatch(key -> key.matches("\\{hg:keyed}:header%3AAuthorization:[0-9a-f]{32}"));
            assertThat(server.call((Object[]) command("DEL ").split(" "))).isEqualTo(2L);
            assertThat(String.valueOf(server.call((Object[]) command("INFO ").split(" "))))
                    .containsPattern("cmdstat_evalsha:calls=\\d+,usec=\\d+,usec_per_call=");
        }
    }
}
