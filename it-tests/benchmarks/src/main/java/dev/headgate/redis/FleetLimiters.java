package dev.headgate.redis;

import dev.headgate.it.benchmarks.remote.RemoteLimiter;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Our exact limits on Redis, as one process of a fleet asks them: one connection, all threads' asks put together. */
public final class FleetLimiters {
    private static final int TIMEOUT_MILLIS = 10_000;

    private FleetLimiters() {}

    /** The limit of a budget. */
    @FunctionalInterface
    public interface Limit {
        /** Returns it. */
        Bandwidth of(long permits, long periodMillis);
    }

    /**
     * Connects.
     *
     * @param maxWaitMicros how far away a slot may be that counts as admitted
     * @param heedsRule whether each decision also heeds the pause and the pace of its rule, and counts for it: that is so once a
     *     program has told Redis of an answer
     */
    public static RemoteLimiter.Maker on(int port, Limit limit, long maxWaitMicros, boolean heedsRule) {
        RedisAddress address = RedisAddress.parse("redis://127.0.0.1:" + port);
        JedisLines lines = new JedisLines(
                new RedisSettings(() -> address, "bench", TIMEOUT_MILLIS, false, 1, RedisSettings.WHOLE_SHARE, null));
        Combiner<Schedule> combiner = new Combiner<>(
                TimeMeter.SYSTEM_NANOTIME,
                TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS),
                new PlainDialect(Terms.SERVER),
                new PreparedLines(lines, List::of, List::of, TimeUnit.SECONDS.toNanos(1)),
                new Loud());
        combiner.start();
        Ask one = new Ask(List.of(new long[] {1}), maxWaitMicros);
        return (prefix, permits, periodMillis, keys) -> {
            Schedules schedules =
                    new Schedules("bench", prefix, List.of("key"), List.of(limit.of(permits, periodMillis)), 0);
            List<List<Schedule>> all = new ArrayList<>(keys);
            for (int i = 0; i < keys; i++) {
                // As long as the hash of a key.
                all.add(List.of(schedules.schedule(keys == 1 ? null : String.format("%032x", i), false)));
            }
            return key -> !(combiner.decide(all.get(key), one, Long.MAX_VALUE) instanceof Decision.Refused);
        };
    }

    /** An outage would spoil the measurement, so it is told. */
    private static final class Loud implements Breaker.Listener {
        @Override
        public void opened(RedisTroubleException why) {
            System.getLogger(FleetLimiters.class.getName()).log(System.Logger.Level.ERROR, "The connection broke", why);
        }

        @Override
        public void closed() {
            // The first connection is one, too.
        }
    }

    /** What scripts are told and answer, without what a fleet has to say beside. */
    private static final class PlainDialect implements Dialect<Schedule> {
        private final Terms terms;

        PlainDialect(Terms terms) {
            this.terms = terms;
        }

        @Override
        public Question<Schedule> question(List<Schedule> schedules, List<Ask> asks) {
            return new PlainQuestion(schedules, asks);
        }

        @Override
        public Command cancel(Schedule schedule, List<long[]> tickets) {
            return Cancel.command(schedule, terms, tickets);
        }

        @Override
        public @Nullable Command cancelAgain(Schedule schedule, List<long[]> tickets, @Nullable Object reply) {
            return Cancel.again(schedule, terms, tickets, Objects.requireNonNull(reply));
        }

        private final class PlainQuestion implements Question<Schedule> {
            private final List<Schedule> schedules;
            private final List<Ask> asks;
            private @Nullable Reply reply;

            PlainQuestion(List<Schedule> schedules, List<Ask> asks) {
                this.schedules = schedules;
                this.asks = asks;
            }

            @Override
            public Command command() {
                return Decide.command(schedules, terms, asks);
            }

            @Override
            public @Nullable Command read(@Nullable Object raw) {
                reply = Decide.read(schedules, terms, asks, Objects.requireNonNull(raw));
                return reply.again();
            }

            @Override
            public List<Decision> decisions() {
                return Objects.requireNonNull(reply).decisions();
            }

            @Override
            public List<Schedule> schedules() {
                return schedules;
            }

            @Override
            public void failed(RedisTroubleException why) {
                // The caller hears of it.
            }
        }
    }
}
