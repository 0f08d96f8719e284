package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** One process and its limit of 2, by a clock that the test moves. */
abstract class RedisConcurrencyFixture {
    static final Duration LEASE = Duration.ofSeconds(9);
    static final Duration A_SECOND = Duration.ofSeconds(1);

    final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000_000_000);
    final TimeMeter clock = new TimeMeter() {
        @Override
        public long currentTimeNanos() {
            return nanos.get();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    };
    final MemoryPermits redis = new MemoryPermits(nanos);
    final RecordedEvents events = new RecordedEvents();
    final List<Permit> inside = new ArrayList<>();
    final List<String> heard = new ArrayList<>();
    final RedisConcurrency limit = process("a", 2);

    RedisConcurrency process(String name, int atOnce) {
        return process(name, atOnce, () -> {});
    }

    RedisConcurrency process(String name, int atOnce, Runnable wake) {
        PermitScript script = new PermitScript("{hg:x}:c1", name, LEASE, () -> Terms.SERVER);
        return new RedisConcurrency(atOnce, 0, script, redis, n -> n / 2, events, clock, wake);
    }

    void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    Turn enqueue(String name) {
        return limit.enqueue(
                A_SECOND,
                permit -> {
                    heard.add(name);
                    inside.add(permit);
                },
                () -> heard.add("not " + name));
    }
}
