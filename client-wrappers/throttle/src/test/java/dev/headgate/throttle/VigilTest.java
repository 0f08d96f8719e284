package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class VigilTest {
    private final Vigil vigil = new Vigil();

    @Test
    void oneThreadThatIsNoDaemonStaysUntilTheLastHasGone() {
        Runnable first = vigil.begin();
        Runnable second = vigil.begin();
        assertThat(threads()).singleElement().satisfies(thread -> {
            assertThat(thread.isDaemon()).isFalse();
            assertThat(thread.getContextClassLoader()).isNull();
        });
        Thread watching = threads().get(0);

        first.run();
        first.run();
        assertThat(watching.isAlive()).isTrue();
        second.run();
        await().atMost(Duration.ofSeconds(5)).until(() -> !watching.isAlive());

        Runnable third = vigil.begin();
        assertThat(threads()).hasSize(1);
        third.run();
        await().atMost(Duration.ofSeconds(5)).until(() -> threads().isEmpty());
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("headgate-vigil"))
                .toList();
    }
}
