package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A schedule is a key that counts: each ask adds its cost, and what remains is what the key says then. */
final class Counting implements Dialect<String> {
    static final Script SCRIPT = new Script(String.join(
            "\n",
            "local counts = {}",
            "for i = 1, #ARGV do",
            "  counts[i] = redis.call('INCRBY', KEYS[1], ARGV[i])",
            "end",
            "redis.call('PEXPIRE', KEYS[1], 60000)",
            "return counts"));

    /** Writes down what a breaker tells. */
    static final class Heard implements Breaker.Listener {
        final List<String> changes = new CopyOnWriteArrayList<>();

        @Override
        public void opened(RedisTroubleException why) {
            changes.add("opened: " + why.getMessage());
        }

        @Override
        public void closed() {
            changes.add("closed");
        }
    }

    /** Returns a combiner that has been started. */
    static Combiner<String> combiner(Supplier<RedisAddress> address, Duration timeout, Heard heard) {
        RedisSettings settings =
                new RedisSettings(address, "hg", (int) timeout.toMillis(), false, 20, RedisSettings.WHOLE_SHARE, null);
        Lines lines = new PreparedLines(
                new JedisLines(settings),
                () -> List.of(SCRIPT),
                () -> List.of(command("{hg}first", 1)),
                timeout.toNanos());
        Combiner<String> combiner =
                new Combiner<>(TimeMeter.SYSTEM_NANOTIME, timeout.toNanos(), new Counting(), lines, heard);
        combiner.start();
        return combiner;
    }

    static RedisAddress local(int port) {
        return RedisAddress.parse("redis://127.0.0.1:" + port);
    }

    /** Counts one call. Returns what the key says then, or why there is no answer. */
    static String count(Combiner<String> combiner, String key) {
        try {
            Decision.Go go = (Decision.Go)
                    combiner.decide(List.of(key), new Ask(List.of(new long[] {1}), 0), Long.MAX_VALUE / 4);
            return Long.toString(go.remaining());
        } catch (RedisTroubleException e) {
            return String.valueOf(e.getMessage());
        }
    }

    static Command command(String key, long... costs) {
        List<byte[]> args = new ArrayList<>();
        for (long cost : costs) {
            args.add(bytes(Long.toString(cost)));
        }
        return new Command(SCRIPT, List.of(bytes(key)), args);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public Question<String> question(List<String> schedules, List<Ask> asks) {
        List<Decision> decisions = new ArrayList<>();
        return new Question<>() {
            @Override
            public Command command() {
                return Counting.command(
                        schedules.get(0),
                        asks.stream().mapToLong(ask -> ask.costs().get(0)[0]).toArray());
            }

            @Override
            public @Nullable Command read(@Nullable Object reply) {
                for (Object count : (List<?>) reply) {
                    decisions.add(new Decision.Go((Long) count));
                }
                return null;
            }

            @Override
            public List<Decision> decisions() {
                return decisions;
            }

            @Override
            public List<String> schedules() {
                return schedules;
            }

            @Override
            public void failed(RedisTroubleException why) {
                // The callers say it.
            }
        };
    }

    @Override
    public Command cancel(String schedule, List<long[]> tickets) {
        throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable Command cancelAgain(String schedule, List<long[]> tickets, @Nullable Object reply) {
        return null;
    }
}
