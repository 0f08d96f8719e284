package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A10 a call that costs much")
@Guest(
        hosts = {"a10.test", "a15.test"},
        rules = """
                a10.test: {limits: [{token-bucket: 10/s, capacity: 5, costs: [{methods: [POST], cost: 5}]}], wait: 5s}
                a15.test: {limits: [{token-bucket: 1/100ms}], wait: 99999999h}
                """)
class FairnessGuest {
    @Test
    @DisplayName("is not starved by a stream of cheap ones")
    void aLargeCallGetsItsTurn() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            AtomicBoolean done = new AtomicBoolean();
            List<Thread> small = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                Thread thread = new Thread(() -> {
                    while (!done.get()) {
                        Timed.of(() -> Http.JDK.get(server.url("a10.test", "/small")));
                    }
                });
                thread.start();
                small.add(thread);
            }
            Pause.of(Duration.ofSeconds(1));
            HttpRequest large = HttpRequest.newBuilder(URI.create(server.url("a10.test", "/large")))
                    .POST(HttpRequest.BodyPublishers.noBody())
                    .build();
            for (int i = 0; i < 5; i++) {
                Timed call = Timed.of(() -> Http.CLIENT.send(large, HttpResponse.BodyHandlers.ofString()));

                assertThat(call.thrown()).isNull();
                assertThat(call.took()).isLessThanOrEqualTo(Duration.ofMillis(1_200));
            }
            done.set(true);
            for (Thread thread : small) {
                thread.join();
            }
        }
    }

    @Test
    @DisplayName("A15 a wait that is as good as endless does not overflow into none")
    void anEndlessWaitIsAWait() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            Http warm = Http.HUC;
            long begun = System.nanoTime();
            for (int i = 0; i < 3; i++) {
                assertThat(warm.get(server.url("a15.test", "/"))).isEqualTo(200);
            }
            for (int i = 1; i < 3; i++) {
                assertThat(Duration.ofNanos(server.arrivals().get(i).nanos() - begun))
                        .isBetween(Duration.ofMillis(100L * i), Duration.ofMillis(100L * i + 300));
            }
        }
    }
}
