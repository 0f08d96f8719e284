package dev.headgate.adapter.jdk;

import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Throttle;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;

/** Rules for one host, which say what the test wants; hand-overs are run when the test says so. */
final class FakeDownstreams implements Downstreams, AdapterContext {
    final FakeDemand demand = new FakeDemand();
    final List<String> asked = new ArrayList<>();
    int unreadable;
    final LinkedBlockingQueue<Runnable> handedOver = new LinkedBlockingQueue<>();
    private final String host;
    private final Map<String, PerCall<?>> tables = new HashMap<>();

    FakeDownstreams(String host) {
        this.host = host;
    }

    @Override
    public boolean namesHost(String name) {
        return host.equals(name);
    }

    @Override
    public <R> Demand http(HttpReader<R> reader, R request) {
        try {
            asked.add(reader.method(request) + " " + reader.scheme(request) + "://" + reader.host(request) + ":"
                    + reader.port(request) + reader.rawPath(request));
            return demand;
        } catch (RuntimeException broken) {
            unreadable++;
            return null;
        }
    }

    @Override
    public Executor continuations() {
        return handedOver::add;
    }

    @Override
    public Runnable stayAwake() {
        throw new UnsupportedOperationException();
    }

    void runHandedOver() {
        for (Runnable next = handedOver.poll(); next != null; next = handedOver.poll()) {
            next.run();
        }
    }

    @Override
    public Downstreams downstreams() {
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> PerCall<V> shared(String name) {
        return (PerCall<V>) tables.computeIfAbsent(name, key -> new PerCall<>());
    }

    @Override
    public Demand jdbc(JdbcTarget target) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Throttle downstream(String name) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long nanoTime() {
        throw new UnsupportedOperationException();
    }
}
