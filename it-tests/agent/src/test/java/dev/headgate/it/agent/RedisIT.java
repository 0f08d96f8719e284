package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ExitReport;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.Ports;
import dev.headgate.it.support.redis.RedisServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the agent has inside for Redis: at work with a real server, and not there as long as no file asks for it. */
class RedisIT {
    private static final String OF_REDIS =
            ".*\\bdev\\.headgate\\.(shaded\\.(jedis|authx|pool2)|engine\\.slf4j|redis)\\..*";

    @TempDir
    Path directory;

    static Stream<Jdk> jdks() {
        return Jdk.underTest().stream();
    }

    @Test
    void withoutARedisBlockNoClassForItIsLoaded() {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = run(
                    Programs.underAgent(Jdk.running(), directory, "downstreams: {api.test: 5/s}\n", "api.test")
                            .option("-Xlog:class+load"),
                    "huc",
                    Collections.nCopies(2, server.url("api.test", "/")));

            assertThat(ended.report().of("api.test").admitted()).isEqualTo(2);
            assertThat(ended.out()).anyMatch(line -> line.contains(" dev.headgate.config.Headgate "));
            assertThat(ended.out()).noneMatch(line -> line.matches(OF_REDIS));
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName(
            "two programs under the agent take one limit of a real Redis, beside a rule for every host and another agent")
    void twoProgramsTakeOneLimit(Jdk jdk) throws Exception {
        try (RedisServer redis = RedisServer.builder().password("hunter2").start();
                ScriptedServer server = ScriptedServer.ok()) {
            String file = """
                    redis:
                      uri: redis://127.0.0.1:%d
                      password: ${file:%s}
                      timeout: 2s
                    downstreams:
                      api.test: {limits: [{fixed-window: 5/1d}], wait: 0}
                      "**": {limits: [1/1d], store: local, wait: 0}
                    """.formatted(redis.port(), Programs.write(directory, "hunter2"));
            List<String> calls = Collections.nCopies(4, server.url("api.test", "/"));

            Ended first = run(Programs.underAgent(jdk, directory, file, "api.test"), "jdk", calls);
            Ended second = run(
                    Programs.plain(jdk, directory, "api.test")
                            .agent(Programs.openTelemetry(), "")
                            .property("otel.traces.exporter", "none")
                            .property("otel.metrics.exporter", "none")
                            .property("otel.logs.exporter", "none")
                            .agent(
                                    Programs.AGENT,
                                    Programs.write(directory, file).getPath()),
                    "jdk",
                    calls);

            assertThat(first.report().of("api.test").admitted()).as("%s", first).isEqualTo(4);
            assertThat(second.report().of("api.test").admitted())
                    .as("%s", second)
                    .isEqualTo(1);
            assertThat(second.report().of("api.test").rejected()).isEqualTo(3);
            assertThat(server.hits()).isEqualTo(5);
            for (Ended ended : List.of(first, second)) {
                assertThat(ended.report().downstreams().get("**"))
                        .as("our own trips are no calls of the program")
                        .isIn(null, new ExitReport.Account(0, 0, 0, 0, 0, 0, 0));
                assertThat(ended.agentLines()).noneMatch(line -> line.contains("HG-4") || line.contains("hunter2"));
                assertThat(ended.err()).noneMatch(line -> line.contains("SLF4J") || line.contains("Exception"));
            }
            assertThat(KeyScan.keys(redis, "*")).isNotEmpty();
            assertThat(KeyScan.withoutTtl(redis, "*")).isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName(
            "A28 A27 a Redis that is not there keeps no program from running, and no logging is loaded before main")
    void aRedisThatIsNotThere(Jdk jdk) {
        try (ScriptedServer server = ScriptedServer.ok();
                RunningJvm running = Programs.underAgent(jdk, directory, onRedis(Ports.free(), "1s"), "huc.test")
                        .option("-Xlog:class+load")
                        .main("com.example.program.OwnLogging", "huc", server.url("huc.test", "/"))
                        .start()) {
            Ended ended = running.await(Duration.ofSeconds(60));

            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(ended.out()).contains("OK");
            assertThat(server.hits()).isEqualTo(1);
            assertThat(ended.facts("log").get(0).text("manager")).isEqualTo("com.example.program.OwnLogging$Own");
            assertThat(ended.agentLines())
                    .filteredOn(line -> line.contains("WARN HG-401"))
                    .hasSize(1);
            assertThat(ended.err().toString()).doesNotContain("processing of -javaagent failed");
            assertThat(ended.out().stream()
                            .takeWhile(line -> !line.contains("com.example.program.OwnLogging source"))
                            .filter(line -> line.contains("class,load"))
                            .filter(line -> line.matches(
                                    ".*\\b(java\\.util\\.logging\\.|org\\.slf4j\\.|org\\.apache\\.log).*")))
                    .isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A55 the JVM is gone when main has returned although a call waits for its slot on Redis")
    void theJvmEndsWithTheProgram(Jdk jdk) {
        try (RedisServer redis = RedisServer.started();
                ScriptedServer server = ScriptedServer.ok();
                RunningJvm running = Programs.underAgent(jdk, directory, onRedis(redis.port(), "2m"), "huc.test")
                        .main("com.example.program.LeavesEarly", server.url("huc.test", "/"))
                        .start()) {
            running.awaitOut(line -> line.equals("main returns"), Duration.ofSeconds(60));
            long returned = System.nanoTime();
            Ended ended = running.await(Duration.ofSeconds(60));

            assertThat(Duration.ofNanos(System.nanoTime() - returned)).isLessThan(Duration.ofSeconds(3));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            assertThat(server.hits()).isEqualTo(1);
            assertThat(ended.report().of("huc.test").cancelled())
                    .as("%s", ended)
                    .isEqualTo(1);
        }
    }

    private static String onRedis(int port, String wait) {
        return """
                redis: {uri: "redis://127.0.0.1:%d", timeout: 1s, expected-processes: 1}
                downstreams:
                  huc.test: {limits: [{token-bucket: 1/1m}], wait: %s}
                """.formatted(port, wait);
    }

    private static Ended run(ForkedJvm fork, String client, List<String> urls) {
        String[] arguments = Stream.concat(Stream.of(client), urls.stream()).toArray(String[]::new);
        try (RunningJvm running =
                fork.main("com.example.program.Calls", arguments).start()) {
            Ended ended = running.await(Duration.ofSeconds(60));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            return ended;
        }
    }
}
