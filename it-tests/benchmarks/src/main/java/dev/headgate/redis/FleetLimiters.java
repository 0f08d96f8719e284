package dev.headgate.redis;

import dev.headgate.it.benchmarks.remote.RemoteLimiter;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** What a rule that heeds the answers of its downstream has to do beside. */
    public enum Pacing {
        /** Nothing: it heeds none. */
        NONE(0),
        /** All is well: what became of calls is told once a second. */
        COUNTING(TimeUnit.SECONDS.toNanos(1)),
        /** Calls go one after the other, a microsecond apart, and what became of them is told ten times a second. */
        ENGAGED(TimeUnit.MILLISECONDS.toNanos(100));

        private final long nanos;

        Pacing(long nanos) {
            this.nanos = nanos;
        }
    }

    /**
     * Connects.
     *
     * @param maxWaitMicros how far away a slot may be that counts as admitted
     * @param pacing how its rule is paced
     */
    public static RemoteLimiter.Maker on(int port, Limit limit, long maxWaitMicros, Pacing pacing) {
        RedisAddress address = RedisAddress.parse("redis://127.0.0.1:" + port);
        JedisLines lines = new JedisLines(
                new RedisSettings(() -> address, "bench", TIMEOUT_MILLIS, false, 1, RedisSettings.WHOLE_SHARE, null));
        Combiner<Schedule> combiner = new Combiner<>(
                TimeMeter.SYSTEM_NANOTIME,
                TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS),
                new PlainDialect(pacing),
                new PreparedLines(lines, List::of, List::of, TimeUnit.SECONDS.toNanos(1)),
                new Loud());
        combiner.start();
        Ask one = new Ask(List.of(new long[] {1}), maxWaitMicros);
        Ask led = new Ask(List.of(new long[] {1}, new long[0]), maxWaitMicros);
        return (prefix, permits, periodMillis, keys) -> {
            Schedules schedules =
                    new Schedules("bench", prefix, List.of("key"), List.of(limit.of(permits, periodMillis)), 0);
            // Where all limits have keys, pause and pace are in a schedule of their own.
            boolean isLed = keys > 1 && pacing != Pacing.NONE;
            Schedule lead = new Schedules("bench", prefix, List.of(), List.of(), 0).schedule(null, false);
            List<List<Schedule>> all = new ArrayList<>(keys);
            for (int i = 0; i < keys; i++) {
                // As long as the hash of a key.
                Schedule own = schedules.schedule(keys == 1 ? null : String.format("%032x", i), false);
                all.add(isLed ? List.of(own, lead) : List.of(own));
            }
            Ask ask = isLed ? led : one;
            return key -> !(combiner.decide(all.get(key), ask, Long.MAX_VALUE) instanceof Decision.Refused);
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
        private static final long FASTEST = 1_000_000_000;

        private final Pacing pacing;
        private final Map<String, Counted> counted = new HashMap<>();

        PlainDialect(Pacing pacing) {
            this.pacing = pacing;
        }

        /** Of one rule. */
        private static final class Counted {
            private long toldNanos;
            private int calls;
        }

        /** What is told now; null: nothing. */
        private @Nullable News news(String rule, int calls) {
            if (pacing == Pacing.NONE) {
                return null;
            }
            long now = System.nanoTime();
            Counted own = counted.computeIfAbsent(rule, first -> new Counted());
            own.calls += calls;
            if (own.toldNanos != 0 && now - own.toldNanos < pacing.nanos) {
                return null;
            }
            own.toldNanos = now;
            long told = own.calls;
            own.calls = 0;
            boolean engaged = pacing == Pacing.ENGAGED;
            return new News(
                    null,
                    null,
                    new News.Told(
                            engaged ? 1 : 0,
                            0,
                            0,
                            0,
                            told,
                            told,
                            0,
                            0,
                            true,
                            engaged ? FASTEST : 0,
                            engaged ? FASTEST : 0));
        }

        @Override
        public Question<Schedule> question(List<Schedule> schedules, List<Ask> asks) {
            return new PlainQuestion(schedules, asks);
        }

        @Override
        public Command cancel(Schedule schedule, List<long[]> tickets) {
            return Cancel.command(schedule, Terms.SERVER, tickets);
        }

        @Override
        public @Nullable Command cancelAgain(Schedule schedule, List<long[]> tickets, @Nullable Object reply) {
            return Cancel.again(schedule, Terms.SERVER, tickets, Objects.requireNonNull(reply));
        }

        private final class PlainQuestion implements Question<Schedule> {
            private final List<Schedule> schedules;
            private final List<Ask> asks;
            private Terms sent = Terms.SERVER;
            private @Nullable Reply reply;

            PlainQuestion(List<Schedule> schedules, List<Ask> asks) {
                this.schedules = schedules;
                this.asks = asks;
            }

            @Override
            public Command command() {
                News news = news(schedules.get(0).rule(), asks.size());
                sent = Terms.SERVER.with(news);
                return news == null && pacing != Pacing.ENGAGED
                        ? Decide.unrestrained(schedules, sent, asks)
                        : Decide.command(schedules, sent, asks);
            }

            @Override
            public @Nullable Command read(@Nullable Object raw) {
                reply = Decide.read(schedules, sent, asks, Objects.requireNonNull(raw));
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
