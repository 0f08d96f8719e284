package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A32 where as many calls wait as may")
@Guest(hosts = "a32.test", rules = "a32.test: {limits: [{token-bucket: 1/s}], wait: 60s, queue: 10}")
class FullQueueGuest {
    @Test
    @DisplayName("another is refused and never let through")
    void aFullQueueIsNoWayRound() throws Exception {
        try (ScriptedServer server = ScriptedServer.ok()) {
            String url = server.url("a32.test", "/");
            Http.HUC.get(url);
            long started = server.arrivals().get(0).nanos();
            long end = System.nanoTime() + Duration.ofMillis(2_900).toNanos();
            AtomicInteger full = new AtomicInteger();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                Thread thread = new Thread(() -> {
                    while (System.nanoTime() < end) {
                        Timed call = Timed.of(() -> Http.HUC.get(url));
                        if (RateLimited.find(call.thrown())
                                .filter(limited -> limited.reason() == RateLimited.Reason.QUEUE_FULL)
                                .isPresent()) {
                            full.incrementAndGet();
                            Thread.onSpinWait();
                        }
                    }
                });
                thread.setDaemon(true);
                thread.start();
                threads.add(thread);
            }
            for (Thread thread : threads) {
                thread.join(Math.max(1, (end - System.nanoTime()) / 1_000_000));
            }
            long within = server.arrivals().stream()
                    .filter(arrival ->
                            arrival.nanos() - started < Duration.ofSeconds(3).toNanos())
                    .count();
            assertThat(within).isLessThanOrEqualTo(4);
            assertThat(full.get()).isGreaterThan(40);
            threads.forEach(Thread::interrupt);
        }
    }
}
