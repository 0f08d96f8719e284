package dev.headgate.it.agent;

import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.ArrivalCheck;
import dev.headgate.it.support.EmbeddedDatabase;
import dev.headgate.it.support.Ended;
import dev.headgate.it.support.ExitReport;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The main job: an unmodified program, the agent, a file, and calls that are held. */
class HeldCallsIT {
    private static final List<String> HTTP = List.of("huc", "jdk", "jdk-async", "okhttp", "okhttp-enqueue");
    private static final Duration WINDOW = Duration.ofMillis(900);
    private static final Duration LAST = Duration.ofMillis(5_300);

    @TempDir
    Path directory;

    /** Which other agent is there. */
    enum Company {
        NONE,
        OPENTELEMETRY_BEFORE,
        OPENTELEMETRY_AFTER
    }

    /** One way to start the program. */
    record Start(Jdk jdk, Company company) {}

    static Stream<Start> starts() {
        return Jdk.underTest().stream()
                .flatMap(jdk -> Stream.of(Company.values()).map(company -> new Start(jdk, company)));
    }

    @ParameterizedTest
    @MethodSource("starts")
    void tenASecondOfFiftyCallsOfEachClient(Start start) {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Ended ended = run(start, server);

            SoftAssertions softly = new SoftAssertions();
            softly.assertThat(ended.exitCode()).as("exit code").isZero();
            for (String client : HTTP) {
                String what = start + " " + client;
                assertHeld(softly, what, serverTimes(softly, what, server.arrivals(client + ".wait.test")));
                assertCounted(softly, start + " " + client, client + ".wait.test", ended.report());
                assertRejected(softly, start + " " + client, client, ended, server);
            }
            assertHeld(softly, start + " hikari", databaseTimes(ended));
            assertCounted(softly, start + " hikari", "hikari.wait.test", ended.report());
            assertRejected(softly, start + " hikari", "hikari", ended, server);
            if (!softly.wasSuccess()) {
                softly.fail("The program: " + ended);
            }
            softly.assertAll();
        }
    }

    private Ended run(Start start, ScriptedServer server) {
        List<String> hosts = new ArrayList<>();
        StringBuilder file = new StringBuilder("waiting: {max: 1000}\ndownstreams:\n");
        for (String client : HTTP) {
            hosts.add(client + ".wait.test");
            file.append("  ").append(client).append(".wait.test: {limits: [10/s], wait: 10s}\n");
            for (int i = 0; i < 3; i++) {
                String host = client + "-" + i + ".fail.test";
                hosts.add(host);
                file.append("  ").append(host).append(": {limits: [10/s], wait: 0}\n");
            }
        }
        file.append("  hikari.wait.test: {match: {jdbc: ['pool:hikari.wait']}, limits: [10/s], wait: 10s}\n");
        for (int i = 0; i < 3; i++) {
            file.append("  hikari-" + i + ".fail.test: {match: {jdbc: ['pool:hikari-" + i
                    + ".fail']}, limits: [10/s], wait: 0}\n");
        }
        hosts.add("db.test");

        ForkedJvm fork = Programs.plain(start.jdk(), directory, hosts.toArray(new String[0]));
        String argument = Programs.write(directory, file.toString()).getPath();
        switch (start.company()) {
            case NONE -> fork.agent(Programs.AGENT, argument);
            case OPENTELEMETRY_BEFORE ->
                fork.agent(Programs.openTelemetry(), "").agent(Programs.AGENT, argument);
            case OPENTELEMETRY_AFTER -> fork.agent(Programs.AGENT, argument).agent(Programs.openTelemetry(), "");
        }
        fork.property("otel.traces.exporter", "none")
                .property("otel.metrics.exporter", "none")
                .property("otel.logs.exporter", "none");
        List<String> arguments =
                new ArrayList<>(List.of(String.valueOf(server.port()), EmbeddedDatabase.url("db.test")));
        arguments.addAll(HTTP);
        arguments.add("hikari");
        try (RunningJvm running = fork.main("com.example.program.Offer", arguments.toArray(new String[0]))
                .start()) {
            return running.await(Duration.ofSeconds(90));
        }
    }

    private static void assertHeld(SoftAssertions softly, String what, List<Long> times) {
        softly.assertThat(times).as(what + ": arrivals").hasSize(50);
        softly.assertThat(ArrivalCheck.mostIn(WINDOW, times))
                .as(what + ": most arrivals in 900 ms")
                .isLessThanOrEqualTo(10);
        softly.assertThat(ArrivalCheck.span(times)).as(what + ": last arrival").isLessThan(LAST);
    }

    // Without the warm-up call, which must have been at least 1.1 s before the others.
    private static List<Long> serverTimes(SoftAssertions softly, String what, List<Arrival> arrivals) {
        List<Long> times = arrivals.stream().map(Arrival::nanos).sorted().toList();
        if (times.size() < 2) {
            return times;
        }
        softly.assertThat(times.get(1) - times.get(0))
                .as(what + ": idle after the warm-up call")
                .isGreaterThan(TimeUnit.MILLISECONDS.toNanos(1_100));
        return times.subList(1, times.size());
    }

    private static List<Long> databaseTimes(Ended ended) {
        return ended.facts("call").stream()
                .filter(call -> call.text("load").equals("hikari.wait") && call.has("result"))
                .map(call -> TimeUnit.MICROSECONDS.toNanos(call.number("result")))
                .toList();
    }

    private static void assertRejected(
            SoftAssertions softly, String what, String client, Ended ended, ScriptedServer server) {
        List<Facts> tries = ended.facts("load").stream()
                .filter(load -> load.text("load").equals(client + ".fail"))
                .toList();
        softly.assertThat(tries).as(what + ": loads").isNotEmpty();
        if (tries.isEmpty()) {
            return;
        }
        Facts valid = tries.get(tries.size() - 1);
        softly.assertThat(valid.number("offered-ms"))
                .as(what + ": offered in time")
                .isLessThanOrEqualTo(900);
        List<Facts> calls = ended.facts("call").stream()
                .filter(call -> call.text("target").equals(valid.text("target"))
                        && call.text("load").endsWith(".fail"))
                .toList();
        List<Facts> rejected = calls.stream().filter(call -> call.has("thrown")).toList();
        softly.assertThat(calls).as(what + ": calls").hasSize(50);
        softly.assertThat(rejected).as(what + ": rejected").hasSize(40);
        String wanted =
                client.equals("hikari") ? "java.sql.SQLTransientConnectionException" : "java.io.InterruptedIOException";
        for (Facts call : rejected) {
            softly.assertThat(call.text("thrown")).as(what).contains(wanted).contains("dev.headgate.api.RateLimited");
            softly.assertThat(call.number("retry-ms"))
                    .as(what + ": time to come back")
                    .isBetween(1L, 1_000L);
            softly.assertThat(call.text("message"))
                    .as(what)
                    .contains(client + "-")
                    .contains("10/s");
        }
        if (!client.equals("hikari")) {
            String host = valid.text("target").replaceAll("http://([^:]+):.*", "$1");
            int warmUp = tries.size() == 1 ? 1 : 0;
            softly.assertThat(server.hits(host)).as(what + ": arrived").isEqualTo(10 + warmUp);
        }
    }

    private static void assertCounted(SoftAssertions softly, String what, String downstream, ExitReport report) {
        ExitReport.Account account = report.of(downstream);
        softly.assertThat(account.offered()).as(what + ": offered").isEqualTo(51);
        softly.assertThat(account.admitted()).as(what + ": admitted").isEqualTo(51);
        softly.assertThat(account.held()).as(what + ": held").isEqualTo(40);
        softly.assertThat(account.longestWaitMillis())
                .as(what + ": longest wait")
                .isBetween(700L, 5_300L);
    }
}
