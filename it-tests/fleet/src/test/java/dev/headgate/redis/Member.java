package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One process of a fleet that shares a limit: its connection, its daemon, its part of the limit. Thread-safe. */
final class Member implements PermitEvents, AutoCloseable {
    final RespRunner redis;
    final LeaseDaemon daemon = new LeaseDaemon();
    final RedisConcurrency limit;
    final AtomicInteger lapsed = new AtomicInteger();
    final AtomicInteger outages = new AtomicInteger();
    final AtomicInteger returns = new AtomicInteger();
    final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Member(int port, String name, int atOnce, Duration lease, int processes) {
        redis = new RespRunner(port);
        PermitScript script = new PermitScript("{hg:charges}:c1", name, lease, () -> 0, 0);
        limit = new RedisConcurrency(
                atOnce,
                0,
                script,
                redis,
                n -> Math.max(1, n / processes),
                this,
                TimeMeter.SYSTEM_NANOTIME,
                daemon::wake);
        daemon.watch(limit);
    }

    /** Waits for a permit. Empty after {@code longest}. */
    Optional<Permit> enter(Duration longest) {
        CompletableFuture<Optional<Permit>> decided = new CompletableFuture<>();
        limit.enqueue(
                longest, permit -> decided.complete(Optional.of(permit)), () -> decided.complete(Optional.empty()));
        return decided.orTimeout(longest.toMillis() + 10_000, TimeUnit.MILLISECONDS)
                .join();
    }

    @Override
    public void away(Throwable why) {
        outages.incrementAndGet();
    }

    @Override
    public void back() {
        returns.incrementAndGet();
    }

    @Override
    public void lapsed(int permits) {
        lapsed.addAndGet(permits);
    }

    @Override
    public void dropped() {}

    @Override
    public void outdated(long newerRevision, int atOnce) {}

    @Override
    public void failed(Throwable why) {
        failure.set(why);
    }

    @Override
    public void close() {
        daemon.forget(limit);
        limit.close();
        daemon.close();
        redis.close();
    }
}
