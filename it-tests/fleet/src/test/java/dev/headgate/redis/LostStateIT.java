package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.limiter.Bandwidth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import redis.clients.jedis.exceptions.JedisDataException;

/** What becomes of a limit whose keys were lost, cut or overwritten. */
class LostStateIT extends OnServer {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int LIMIT = 5;

    /** Changes one value of a state; number -1 takes away the last. */
    private static final String EDIT = """
            local n = 0
            local values = {}
            local function keep(...) n = select('#', ...) for i = 1, n do values[i] = (select(i, ...)) end end
            keep(cmsgpack.unpack(redis.call('GET', KEYS[1])))
            local i = tonumber(ARGV[1])
            if i > n then return 0 end
            if i < 0 then n = n - 1 else values[i] = ARGV[2] end
            redis.call('SET', KEYS[1], cmsgpack.pack(unpack(values, 1, n)), 'KEEPTTL')
            return n
            """;

    private static Stream<Bandwidth> algorithms() {
        return Stream.of(
                Bandwidth.simple(LIMIT, MINUTE),
                Bandwidth.builder()
                        .leakyBucket(LIMIT, MINUTE)
                        .depth(LIMIT)
                        .meter()
                        .build(),
                Bandwidth.builder().leakyBucket(LIMIT, MINUTE).release(LIMIT).build(),
                Bandwidth.builder().fixedWindow(LIMIT, MINUTE).build(),
                Bandwidth.builder().slidingWindowLog(LIMIT, MINUTE).build(),
                Bandwidth.builder().slidingWindowCounter(LIMIT, MINUTE).build());
    }

    /** Something that may happen to a key. */
    private record Loss(String name, boolean garbage, List<Object> command) {}

    private static List<Loss> losses(String key, boolean isList) {
        List<Loss> losses = new ArrayList<>();
        losses.add(new Loss("lost", false, List.of("DEL", key)));
        losses.add(new Loss("of another type", true, List.of("SADD", key, "x")));
        if (isList) {
            losses.add(new Loss("shorter", false, List.of("LPOP", key)));
            losses.add(new Loss("with an x", true, List.of("LSET", key, 0, "x")));
        } else {
            losses.add(new Loss("x", true, List.of("SET", key, "x", "KEEPTTL")));
            losses.add(new Loss("cut", true, List.of("EVAL", EDIT, 1, key, -1, "")));
            for (int i = 1; i <= 16; i++) {
                losses.add(new Loss("with an x at " + i, true, List.of("EVAL", EDIT, 1, key, i, "x")));
            }
        }
        return losses;
    }

    @TestFactory
    Stream<DynamicTest> A50_missing_parts_are_decided_and_garbage_heals() {
        return algorithms().flatMap(limit -> {
            List<byte[]> keys = budget(limit).keys();
            return Stream.iterate(0, i -> i < keys.size(), i -> i + 1)
                    .flatMap(i -> losses("", i > 0).stream()
                            .map(loss -> DynamicTest.dynamicTest(
                                    limit + ", key " + i + " " + loss.name(), () -> survives(limit, i, loss.name()))));
        });
    }

    private static void survives(Bandwidth limit, int keyNumber, String name) throws LineBrokenException {
        Schedule budget = budget(limit);
        assertThat(takes(budget, Terms.SERVER, 2)).isEqualTo(2);
        String key = new String(budget.keys().get(keyNumber), StandardCharsets.US_ASCII);
        Loss loss = losses(key, keyNumber > 0).stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        try (RedisConnection redis = server.connect()) {
            if (loss.name().equals("of another type")) {
                redis.call("DEL", key);
            }
            redis.call(loss.command().toArray());
        }
        String said = "";
        long went = 0;
        for (int i = 0; i < 10; i++) {
            try {
                went += take(budget, Terms.SERVER, 1).equals("ok") ? 1 : 0;
            } catch (JedisDataException e) {
                assertThat(said).as("one error, then it is healed").isEmpty();
                said = String.valueOf(e.getMessage());
                went = 0;
            }
            assertThat(KeyScan.withoutTtl(server, "*")).isEmpty();
        }
        if (!loss.garbage()) {
            assertThat(said).isEmpty();
        }
        assertThat(said).matches("|HGSTATE what was kept in .* made no sense and was deleted");
        assertThat(went).isBetween(3L, (long) LIMIT);
        assertThat((Long) server.call("PTTL", budget.key())).isPositive();
    }

    @Test
    void A50_a_log_in_cells_whose_list_is_lost_begins_anew() throws LineBrokenException {
        for (String loss : List.of("DEL", "SET")) {
            Schedule budget =
                    budget(Bandwidth.builder().slidingWindowLog(5_000, MINUTE).build());
            for (int i = 0; i < 10; i++) {
                assertThat(take(budget, at(i * 1_000), 500)).isEqualTo("ok");
            }
            String list = new String(budget.keys().get(1), StandardCharsets.US_ASCII);
            server.call(
                    loss.equals("DEL")
                            ? List.of("DEL", list).toArray()
                            : List.of("SET", list, "x", "EX", 60).toArray());
            assertThat(take(budget, at(60_500), 5_000)).isEqualTo("ok");
            assertThat(take(budget, at(60_500), 1)).startsWith("no");
        }
    }

    @Test
    void A50_counts_of_the_rule_that_made_no_sense_begin_anew() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.simple(100, MINUTE));
        String shared = new String(KeyNames.shared(budget.rule()), StandardCharsets.US_ASCII);
        Terms terms = Terms.SERVER.with(new News(null, null, told(0, 0, 1, 1, 0)));
        for (List<Object> loss : List.<List<Object>>of(
                List.of("SET", shared, "x", "EX", 60),
                List.of("SETRANGE", shared, 0, "xxxxxxxx"),
                List.of("SETRANGE", shared, 96, "xxxxxxxx"),
                List.of("APPEND", shared, "x"))) {
            assertThat(take(budget, terms, 1)).isEqualTo("ok");
            server.call(loss.toArray());
            assertThat(take(budget, terms, 1)).isEqualTo("ok");
            assertThat(server.call("STRLEN", shared)).isEqualTo(208L);
        }
        server.call("DEL", shared);
        server.call("SADD", shared, "x");
        server.call("EXPIRE", shared, 60);
        assertThat(take(budget, terms, 1)).isEqualTo("ok");
        assertThat(server.call("TYPE", shared)).isEqualTo("string");
    }
}
