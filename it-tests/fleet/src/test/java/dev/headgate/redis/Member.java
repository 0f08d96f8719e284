package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** One process of a fleet that shares a limit: its connection, its daemon, its part of the limit. Thread-safe. */
final class Member implements PermitEvents, Breaker.Listener, AutoCloseable {
    private static final int TIMEOUT_MILLIS = 1_000;

    final RedisConcurrency limit;
    final AtomicInteger trips = new AtomicInteger();
    final AtomicInteger lapsed = new AtomicInteger();
    final AtomicInteger outages = new AtomicInteger();
    final AtomicInteger returns = new AtomicInteger();
    final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final LeaseDaemon daemon = new LeaseDaemon();
    private final Combiner<String> combiner;

    Member(int port, String name, int atOnce, Duration lease, int processes) {
        RedisAddress address = RedisAddress.parse("redis://127.0.0.1:" + port);
        combiner = new Combiner<>(
                TimeMeter.SYSTEM_NANOTIME,
                TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS),
                noSchedules(),
                new JedisLines(() -> address, TIMEOUT_MILLIS, SSLContext::getDefault),
                this);
        limit = new RedisConcurrency(
                atOnce,
                0,
                new PermitScript("{hg:charges}:c1", name, lease, () -> Terms.SERVER),
                command -> {
                    trips.incrementAndGet();
                    return combiner.send(command);
                },
                n -> Math.max(1, n / processes),
                this,
                TimeMeter.SYSTEM_NANOTIME,
                daemon::wake);
        combiner.start();
        daemon.watch(limit);
    }

    @SuppressWarnings("unchecked")
    private static Dialect<String> noSchedules() {
        return (Dialect<String>) Proxy.newProxyInstance(
                Member.class.getClassLoader(), new Class<?>[] {Dialect.class}, (self, method, args) -> {
                    throw new UnsupportedOperationException("Here are no schedules");
                });
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
    public void opened(RedisTroubleException why) {}

    @Override
    public void closed() {
        limit.redisAnswers();
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
        combiner.close();
    }
}
