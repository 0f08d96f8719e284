package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script on a real server beside the plain model. */
class ConcurrencyModelIT {
    private static final int STEPS = 10_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void any_sequence_is_answered_as_by_the_plain_model(long seed) {
        try (RedisServer server = RedisServer.started();
                ConcurrencyTalk talk = new ConcurrencyTalk(server)) {
            compare(talk, seed, RandomGeneratorFactory.of("L64X128MixRandom").create(seed));
            assertThat(KeyScan.withoutTtl(server, "*")).isEmpty();
        }
    }

    private static void compare(ConcurrencyTalk talk, long seed, RandomGenerator random) {
        PlainPermits plain = new PlainPermits();
        Map<String, List<String>> held = new TreeMap<>();
        List.of("a", "b", "c", "d").forEach(process -> held.put(process, new ArrayList<>()));
        int atOnce = 5;
        for (int step = 0; step < STEPS; step++) {
            // Whole seconds, so that keys do not expire by the server's own clock before they do by this one.
            talk.now += random.nextInt(4) == 0 ? random.nextInt(9) * 1_000_000L : 0;
            talk.now += random.nextInt(500) == 0 ? (random.nextBoolean() ? 3_600_000_000L : -3_600_000_000L) : 0;
            atOnce = random.nextInt(100) == 0 ? 1 + random.nextInt(9) : atOnce;
            String process = List.of("a", "b", "c", "d").get(random.nextInt(4));
            List<String> mine = held.get(process);
            ConcurrencyTalk.Saying saying = talk.saying(process).entering(random.nextInt(4));
            saying.atOnce = atOnce;
            saying.revision = seed == 1 ? 0 : random.nextInt(step / 100 + 1);
            saying.waits = random.nextInt(3) > 0;
            saying.givenBack = List.copyOf(mine.subList(0, mine.isEmpty() ? 0 : random.nextInt(mine.size() + 1)));
            mine.removeAll(saying.givenBack);
            saying.renewed = random.nextInt(3) == 0 ? List.copyOf(mine) : List.of();
            saying.keeps = mine.size();
            List<String> argv = saying.argv();
            List<Long> reply = talk.run(argv);
            assertThat(reply)
                    .as("seed " + seed + ", step " + step + ": " + argv)
                    .isEqualTo(plain.run(argv));
            mine.addAll(saying.entering.subList(0, Math.toIntExact(reply.get(4))));
            if (random.nextInt(50) == 0) {
                mine.clear(); // its owner has died
            }
        }
        assertThat(talk.set("permits")).isEqualTo(plain.permits);
        assertThat(talk.set("line")).isEqualTo(plain.line);
        assertThat(talk.set("callers")).isEqualTo(plain.callers);
    }
}
