package dev.headgate.it.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Ended;
import dev.headgate.it.support.Jdk;
import dev.headgate.it.support.ScriptedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a program has under way when its main method returns. */
class LastCallsIT {
    @TempDir
    Path directory;

    static Stream<Jdk> jdks() {
        return Jdk.underTest().stream();
    }

    @ParameterizedTest
    @MethodSource("jdks")
    void callsThatOkHttpWouldStayForAreMadeAfterTheirWait(Jdk jdk) throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            String file = "downstreams:\n  okhttp.test: {limits: [1/800ms], wait: 10s}\n";
            Ended ended = Programs.underAgent(jdk, directory, file, "okhttp.test")
                    .main("com.example.program.EnqueuesAndReturns", server.url("okhttp.test", "/"))
                    .start()
                    .await(Duration.ofSeconds(60));

            assertThat(ended.out())
                    .as("%s", ended)
                    .containsSubsequence("first 200", "main returns", "answered 200", "answered 200");
            assertThat(server.hits("okhttp.test")).isEqualTo(3);
            assertThat(ended.report().of("okhttp.test").admitted()).isEqualTo(3);
            assertThat(ended.report().of("okhttp.test").offered()).isEqualTo(3);
        }
    }
}
