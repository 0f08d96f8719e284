package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many threads that come and go at random moments, so that the connection goes from hand to hand in all ways. Each thread
 * has a number of its own; whoever were not woken would hear of trouble after a minute.
 */
@Timeout(600)
class CombinerRaceTest {
    private static final int THREADS = 8;
    private static final int CALLS = (Boolean.getBoolean("headgate.full") ? 1_000_000 : 100_000) / THREADS;

    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong wrong = new AtomicLong();

    /** Counts what it sees; used by one thread at a time, which the connection sees to. */
    private final class CountingServer implements ScriptedLine.Server {
        private final SplittableRandom random = new SplittableRandom(3);
        private int largestRun;
        private int largestTrip;
        private int asks;

        @Override
        public List<@Nullable Object> answer(List<Command> commands) {
            largestTrip = Math.max(largestTrip, commands.size());
            List<@Nullable Object> replies = new ArrayList<>();
            for (Command command : commands) {
                largestRun = Math.max(largestRun, command.args().size());
                asks += command.args().size();
                replies.add(EchoDialect.echo(command));
            }
            spin(random.nextInt(4) == 0 ? random.nextInt(20_000) : 0);
            return replies;
        }
    }

    @Test
    void everyAskIsAnsweredOnceWithItsOwnAnswer() throws Exception {
        CountingServer server = new CountingServer();
        ScriptedLine line = new ScriptedLine(server);
        Heard heard = new Heard();
        Combiner<String> combiner =
                new Combiner<>(TimeMeter.SYSTEM_NANOTIME, PATIENCE, new EchoDialect(), () -> line, heard);
        combiner.start();
        await().until(combiner::isClosed);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int number = i;
            Thread thread = new Thread(() -> callOften(combiner, number));
            threads.add(thread);
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        combiner.close();
        assertThat(wrong).hasValue(0);
        assertThat(server.asks).isEqualTo(THREADS * CALLS);
        assertThat(server.largestRun).isBetween(2, THREADS);
        assertThat(server.largestTrip).isEqualTo(2);
        assertThat(heard.changes).containsExactly("closed");
    }

    private void callOften(Combiner<String> combiner, int thread) {
        SplittableRandom random = new SplittableRandom(thread);
        for (int i = 0; i < CALLS; i++) {
            long number = 1L + thread;
            String schedule = random.nextInt(10) == 0 ? "b" : "a";
            try {
                Decision decision = combiner.decide(List.of(schedule), EchoDialect.ask(number), PATIENCE);
                if (!decision.equals(new Decision.Go(number))) {
                    wrong.incrementAndGet();
                }
            } catch (RedisTroubleException e) {
                wrong.incrementAndGet();
            }
            // Sometimes long enough for everybody to go to sleep.
            spin(random.nextInt(3) == 0 ? random.nextInt(200_000) / THREADS : 0);
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
