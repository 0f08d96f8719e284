package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.config.Configuration;
import dev.headgate.config.cli.CommandLine;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.limiter.Algorithm;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Rule;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code check} says how many bytes a key takes on Redis; a real server is asked whether that is so. */
class BytesOnRedisIT {
    private static final Pattern BYTES = Pattern.compile("(?m) +([0-9]+) +[0-9]+$");
    private static final int STEPS = 4_000;
    private static final long SECOND = 1_000_000;
    private static final long START = 1_900_000_000_000_000L;
    private static final long FREELY = 1L << 51;
    private static final String HASH = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "100/s",
                "4096/s",
                "100000/s",
                "5/s",
                "10000000/s",
                "{sliding-window-log: 10000/s, resolution: exact}",
                "{token-bucket: 100/s, capacity: 20}",
                "{leaky-bucket: 1000/s, depth: 50}",
                "{fixed-window: 10000/1d, align: UTC}",
                "{sliding-window-counter: 1000/1s}",
                "1000/s, {token-bucket: 700/s, capacity: 20}, {fixed-window: 1000000/1d, align: UTC}"
            })
    void aFullKeyTakesNoMoreThanCheckSaysAndNotMuchLess(String limits) throws Exception {
        try (RedisServer server = RedisServer.started()) {
            Path file = Files.writeString(
                    directory.resolve("headgate.yml"),
                    "redis: {uri: \"" + server.uri() + "\"}\ndownstreams: {api.stripe.com: {key: [method], limits: ["
                            + limits + "]}}\n");
            long told = told(file);
            Rule rule = Configuration.read(file).rules().get(0);
            long taken = fill(server, rule, 0);
            server.call("FLUSHALL");
            long waiting = fill(server, rule, SECOND);

            System.out.printf(
                    "%s: check says %,d bytes a key, Redis takes %,d, %,d with waiting%n",
                    limits, told, taken, waiting);
            assertThat(taken).isLessThanOrEqualTo(told);
            assertThat(waiting).as("a slot in the future").isLessThanOrEqualTo(told + 12 * tokensOfLogs(rule));
            assertThat(waiting * 2 + 500).as("what check says is near").isGreaterThan(told);
        }
    }

    /** As many slots as are in the past at most are in the future, if calls wait for as long as the window is. */
    private static long tokensOfLogs(Rule rule) {
        return rule.limits().stream()
                .map(Limit::bandwidth)
                .filter(limit -> limit.getAlgorithm() == Algorithm.SLIDING_WINDOW_LOG && !limit.isInCells())
                .mapToLong(Bandwidth::getCapacity)
                .sum();
    }

    private static long told(Path file) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(CommandLine.run(new String[] {"check", file.toString()}, stream, stream))
                .isZero();
        return BYTES.matcher(out.toString(StandardCharsets.UTF_8))
                .results()
                .map((MatchResult row) -> row.group(1))
                .mapToLong(Long::parseLong)
                .sum();
    }

    /** Offers far more than may go, over two seconds, and returns the most that the key took. */
    private static long fill(RedisServer server, Rule rule, long maxWaitMicros) throws LineBrokenException {
        List<Bandwidth> limits = rule.limits().stream().map(Limit::bandwidth).toList();
        Schedule schedule = new Schedules("hg", rule.name(), List.of("method"), limits, 0).schedule(HASH, false);
        long capacity = limits.stream().mapToLong(Bandwidth::getCapacity).min().orElseThrow();
        long cost = Math.max(1, Math.min(500, capacity / 1_000));
        long most = 0;
        try (ScheduleTalk talk = new ScheduleTalk(server)) {
            for (int step = 0; step < STEPS; step++) {
                talk.take(schedule, new Terms(START + step * 500L, FREELY), cost, maxWaitMicros);
                if (step % 50 == 49) {
                    most = Math.max(most, bytes(server, schedule));
                }
            }
        }
        return most;
    }

    private static long bytes(RedisServer server, Schedule schedule) {
        long bytes = 0;
        for (byte[] key : schedule.keys()) {
            Object taken = server.call("MEMORY", "USAGE", new String(key, StandardCharsets.US_ASCII), "SAMPLES", "0");
            bytes += taken == null ? 0 : (Long) taken;
        }
        return bytes;
    }
}
