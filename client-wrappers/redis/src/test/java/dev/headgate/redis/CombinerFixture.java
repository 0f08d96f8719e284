package dev.headgate.redis;

import static org.awaitility.Awaitility.await;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A combiner whose server answers as a test wants, and calls of it. */
abstract class CombinerFixture {
    static final long PATIENT = TimeUnit.SECONDS.toNanos(20);
    static final long IMPATIENT = TimeUnit.MILLISECONDS.toNanos(30);

    final HeldServer server = new HeldServer();
    final EchoDialect dialect = new EchoDialect();
    final Heard heard = new Heard();
    final List<ScriptedLine> lines = new ArrayList<>();
    Combiner<String> combiner;

    @BeforeEach
    void connect() {
        start(PATIENT);
    }

    private void start(long timeoutNanos) {
        combiner = new Combiner<>(TimeMeter.SYSTEM_NANOTIME, timeoutNanos, dialect, this::open, heard);
        combiner.start();
        soon().until(combiner::isClosed);
    }

    void restart(long timeoutNanos) {
        combiner.close();
        start(timeoutNanos);
    }

    synchronized Line open() {
        ScriptedLine line = new ScriptedLine(server);
        lines.add(line);
        return line;
    }

    synchronized ScriptedLine line() {
        return lines.get(lines.size() - 1);
    }

    static ConditionFactory soon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    @AfterEach
    void end() {
        server.answer(1_000);
        combiner.close();
    }

    /** A call on a thread of its own. */
    final class Caller {
        final CompletableFuture<Decision> outcome = new CompletableFuture<>();
        private final Thread thread;

        Caller(String schedule, long number) {
            thread = new Thread(() -> {
                try {
                    outcome.complete(combiner.decide(List.of(schedule), EchoDialect.ask(number), PATIENT));
                } catch (RedisTroubleException e) {
                    outcome.completeExceptionally(e);
                }
            });
            thread.start();
        }

        /** Waits until it waits. */
        Caller queued() {
            soon().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
            return this;
        }

        Decision decision() throws Exception {
            return outcome.get(10, TimeUnit.SECONDS);
        }

        String trouble() {
            return outcome.handle((decision, e) -> decision != null ? decision.toString() : e.getMessage())
                    .orTimeout(10, TimeUnit.SECONDS)
                    .join();
        }
    }

    Caller travelling(String schedule, long number) throws InterruptedException {
        Caller first = new Caller(schedule, number);
        server.awaitTrip();
        return first;
    }

    List<List<String>> trips() {
        return line().trips.stream().map(EchoDialect::texts).toList();
    }

    /** Asks, and says what came of it. */
    String trouble(long number) {
        try {
            return combiner.decide(List.of("a"), EchoDialect.ask(number), PATIENT)
                    .toString();
        } catch (RedisTroubleException e) {
            return e.getMessage();
        }
    }
}
