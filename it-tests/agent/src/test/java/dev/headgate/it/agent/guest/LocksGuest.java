package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Elapsed;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A49 a waiting call")
@Guest(
        hosts = {"a.a49.test", "b.a49.test", "unlisted.test"},
        rules = """
                a.a49.test: {limits: [{token-bucket: 1/5s}], wait: 10s}
                b.a49.test: {limits: [{token-bucket: 100/s}], wait: 1s}
                """)
class LocksGuest {
    @Test
    @DisplayName("holds up no other")
    void nothingIsLockedInTheMeantime() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            for (String host : new String[] {"a.a49.test", "b.a49.test", "unlisted.test"}) {
                Http.OKHTTP.get(server.url(host, "/"));
            }
            Thread waiting = new Thread(() -> Timed.of(() -> Http.OKHTTP.get(server.url("a.a49.test", "/"))));
            waiting.start();
            Pause.of(Duration.ofMillis(100));

            for (String host : new String[] {"b.a49.test", "unlisted.test"}) {
                assertThat(Elapsed.atBest(() -> Http.OKHTTP.get(server.url(host, "/"))))
                        .as(host)
                        .isLessThan(Duration.ofMillis(100));
            }
            assertThat(waiting.isAlive()).isTrue();
            waiting.join(6_000);
            assertThat(server.hits("a.a49.test")).isEqualTo(2);
        }
    }
}
