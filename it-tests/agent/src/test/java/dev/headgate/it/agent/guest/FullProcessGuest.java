package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.RateLimited;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Runs with {@code waiting: {max: 30}}, in a JVM of its own. */
@DisplayName("A32 the calls that wait in the whole process")
@Guest(hosts = "{a,b,c,d}.full.test", rules = """
                a.full.test: {limits: [{token-bucket: 1/1h}], wait: 20h}
                b.full.test: {limits: [{token-bucket: 1/1h}], wait: 20h}
                c.full.test: {limits: [{token-bucket: 1/1h}], wait: 20h}
                d.full.test: {limits: [{token-bucket: 1/1h}], wait: 20h}
                """)
class FullProcessGuest {
    private static final int MAX = 30;

    @Test
    @DisplayName("have a bound, of all rules together")
    void theProcessHasABoundToo() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            List<Thread> threads = new ArrayList<>();
            AtomicInteger full = new AtomicInteger();
            for (String rule : new String[] {"a", "b", "c", "d"}) {
                String url = server.url(rule + ".full.test", "/");
                Http.HUC.get(url);
                for (int i = 0; i < 12; i++) {
                    Thread thread = new Thread(() -> {
                        Timed call = Timed.of(() -> Http.HUC.get(url));
                        RateLimited.find(call.thrown())
                                .filter(limited -> limited.reason() == RateLimited.Reason.QUEUE_FULL)
                                .ifPresent(limited -> full.incrementAndGet());
                    });
                    thread.setDaemon(true);
                    thread.start();
                    threads.add(thread);
                }
            }
            // 48 calls want to wait; all but as many as the file lets wait come back at once.
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> threads.stream().filter(Thread::isAlive).count() <= MAX && full.get() >= 48 - MAX);
            long waiting = threads.stream().filter(Thread::isAlive).count();
            threads.forEach(Thread::interrupt);

            assertThat(waiting).isEqualTo(MAX);
            assertThat(full.get()).isEqualTo(48 - MAX);
            assertThat(server.hits()).isEqualTo(4);
        }
    }
}
