package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Trouble;
import dev.headgate.it.support.Arrival;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * The downstream of a scenario as a real server. As the simulated one it works on calls whose callers have gone, and refuses
 * quickly what it has no room for. Until it is told to begin it answers everything at once. Thread-safe.
 */
final class LiveServer implements AutoCloseable {
    private static final Duration REFUSAL = Duration.ofMillis(5);
    private static final double NANOS = 1e9;

    private final Scenario scenario;
    private final Workers workers;
    private final ScriptedServer server;
    private volatile boolean begun;
    private volatile long start;

    LiveServer(Scenario scenario, long seed) {
        this.scenario = scenario;
        this.workers = new Workers(scenario.downstream(), scenario.trouble(), new SplittableRandom(seed)::nextDouble);
        this.server = ScriptedServer.http(this::reply);
    }

    String url(String host) {
        return server.url(host, "/");
    }

    /** Begins the scenario. */
    void begin() {
        start = System.nanoTime();
        begun = true;
    }

    /** Returns how many seconds after the beginning a time is. */
    double second(long nanoTime) {
        return (nanoTime - start) / NANOS;
    }

    /** Returns when calls arrived since it began, in seconds. */
    double[] arrivals() {
        return server.arrivals().stream()
                .mapToDouble(arrival -> second(arrival.nanos()))
                .filter(second -> second >= 0)
                .toArray();
    }

    @Override
    public void close() {
        server.close();
    }

    private Reply reply(Arrival arrival) {
        if (!begun) {
            return Reply.status(200);
        }
        double now = second(System.nanoTime());
        if (scenario.trouble().refuses(now)) {
            return refusal(scenario.trouble().to() - now);
        }
        double seconds = workers.take(now);
        if (seconds < 0) {
            return refusal(scenario.downstream().queue() / scenario.downstream().capacity());
        }
        return Reply.status(200).after(Duration.ofNanos((long) (seconds * NANOS)));
    }

    private Reply refusal(double seconds) {
        Reply refusal = Reply.status(503).after(REFUSAL);
        return scenario.trouble().hint() == Trouble.Hint.SECONDS
                ? refusal.with("Retry-After", String.valueOf((long) Math.ceil(seconds)))
                : refusal;
    }
}
