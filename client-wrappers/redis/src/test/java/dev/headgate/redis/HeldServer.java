package dev.headgate.redis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Answers a trip when it is told to: what comes next in its list of answers, else each ask with its own number. */
final class HeldServer implements ScriptedLine.Server {
    private final Semaphore arrived = new Semaphore(0);
    private final Semaphore answers = new Semaphore(0);
    private final Deque<ScriptedLine.Server> next = new ArrayDeque<>();

    /** How the next trip for which nothing is said is answered. */
    synchronized void then(ScriptedLine.Server server) {
        next.add(server);
    }

    /** Waits for a trip to arrive. */
    void awaitTrip() throws InterruptedException {
        if (!arrived.tryAcquire(10, TimeUnit.SECONDS)) {
            throw new AssertionError("No trip came");
        }
    }

    /** Lets so many trips be answered. */
    void answer(int trips) {
        answers.release(trips);
    }

    @Override
    public List<@Nullable Object> answer(List<Command> commands) throws LineBrokenException {
        arrived.release();
        answers.acquireUninterruptibly();
        ScriptedLine.Server server;
        synchronized (this) {
            server = next.poll();
        }
        return server == null ? EchoDialect.echo(commands) : server.answer(commands);
    }
}
