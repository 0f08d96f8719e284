package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Facts;
import dev.headgate.it.support.ForkedJvm;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.RunningJvm;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.TestCertificate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The agent leaves the program's world as it is. */
class FootprintIT {
    private static final String FILE = """
            downstreams:
              tls.test: {limits: [100/s]}
              footprint: {match: {jdbc: ["jdbc:stub://db.test/footprint"]}, limits: [{fixed-window: 10/1d}], wait: 0}
            """;

    @TempDir
    Path directory;

    static Stream<Jdk> jdks() {
        return Jdk.underTest().stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    @DisplayName("A11 A44 A54 drivers, uploads and JDK classes are with the agent as they are without")
    void nothingElseChanges(Jdk jdk) {
        TestCertificate certificate = TestCertificate.of(directory.toFile(), "tls.test");
        try (ScriptedServer server = ScriptedServer.https(certificate, arrival -> Reply.status(200))) {
            Ended without = run(Programs.plain(jdk, directory, "tls.test"), certificate, server);
            int hits = server.hits();
            Ended with = run(Programs.underAgent(jdk, directory, FILE, "tls.test"), certificate, server);

            for (Facts call : with.facts("call")) {
                assertThat(call.has("result")).as("%s: %s", call, with).isTrue();
                assertThat(call.number("result")).isEqualTo(200);
            }
            assertThat(with.facts("call")).hasSize(3);
            assertThat(server.hits()).isEqualTo(2 * hits);
            for (String name : List.of("driver", "upload", "shape")) {
                assertThat(with.facts(name)).as("%s", with).isNotEmpty().isEqualTo(without.facts(name));
            }
            assertThat(with.facts("driver").get(0).number("statements")).isEqualTo(10);
            assertThat(with.err()).noneMatch(line -> line.contains("IllegalAccessError"));
            assertThat(with.report().of("footprint").admitted()).isEqualTo(10);
            assertThat(with.report().of("tls.test").admitted()).isEqualTo(7);
        }
    }

    private static Ended run(ForkedJvm fork, TestCertificate certificate, ScriptedServer server) {
        try (RunningJvm running = fork.properties(certificate.trustProperties())
                .main("com.example.program.Footprint", server.url("tls.test", "/"))
                .start()) {
            Ended ended = running.await(Duration.ofSeconds(60));
            assertThat(ended.exitCode()).as("%s", ended).isZero();
            return ended;
        }
    }
}
