package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.redis.Monitor;
import dev.headgate.it.support.redis.RedisConnection;
import dev.headgate.it.support.redis.RedisServer;
import dev.headgate.limiter.Bandwidth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The keys that scripts touch, on a cluster of one node that refuses keys of several slots. */
class KeyNamesIT {
    private static final Bandwidth LOG =
            Bandwidth.builder().slidingWindowLog(2, Duration.ofMinutes(1)).build();
    private static final Bandwidth BUCKET = Bandwidth.simple(2, Duration.ofMinutes(1));

    @Test
    void A46_every_key_is_declared_and_braces_in_names_steer_nothing() throws LineBrokenException {
        try (RedisServer server = RedisServer.builder().cluster().start();
                RedisConnection redis = server.connect()) {
            redis.call("ACL", "SETUSER", "app", "on", ">secret", "resetkeys", "~{hg:*", "+@all");
            RedisAddress address = RedisAddress.parse("redis://app:secret@127.0.0.1:" + server.port());
            List<Schedule> users = both("/users/{id}");
            List<Schedule> orders = both("/orders/{id}");
            List<Schedule> host = both("a{b}.test");
            Set<String> declared = new TreeSet<>();
            Set<String> touched = new TreeSet<>();
            try (ScheduleTalk talk = new ScheduleTalk(address);
                    Monitor monitor = Monitor.of(server)) {
                for (List<Schedule> schedules : List.of(users, orders, host)) {
                    List<Ask> asks = List.of(new Ask(List.of(new long[] {1, 1}, new long[] {1}), 60_000_000));
                    Terms terms = Terms.SERVER.with(new News("me", null, null));
                    for (int i = 0; i < 3; i++) {
                        Decide.command(schedules, terms, asks)
                                .keys()
                                .forEach(key -> declared.add(new String(key, StandardCharsets.US_ASCII)));
                        Decision decision =
                                talk.decide(schedules, terms, asks).decisions().get(0);
                        assertThat(decision).isInstanceOf(i < 2 ? Decision.Go.class : Decision.Slot.class);
                        if (decision instanceof Decision.Slot) {
                            Decision.Slot slot = (Decision.Slot) decision;
                            assertThat(talk.cancel(schedules.get(slot.schedule()), terms, slot.ticket()))
                                    .isTrue();
                        }
                    }
                }
                for (Monitor.Heard heard : monitor.heard()) {
                    if (heard.from().equals("lua")) {
                        heard.words().stream().skip(1).limit(1).forEach(touched::add);
                    }
                }
            }
            assertThat(touched).isNotEmpty();
            assertThat(declared).containsAll(touched).allMatch(key -> key.startsWith("{hg:"));
            assertThat(slots(redis, users)).hasSize(1);
            assertThat(slots(redis, orders)).hasSize(1).doesNotContainAnyElementsOf(slots(redis, users));
            assertThat(users.get(0).key()).isEqualTo("{hg:%2Fusers%2F%7Bid%7D}:0");
            assertThat(host.get(0).key()).isEqualTo("{hg:a%7Bb%7D.test}:0");
        }
    }

    /** Two budgets of one rule. */
    private static List<Schedule> both(String rule) {
        return List.of(
                new Schedules("hg", rule, List.of("0"), List.of(LOG, BUCKET), 0).schedule(null, false),
                new Schedules("hg", rule, List.of("1"), List.of(BUCKET), 0).schedule("0123456789abcdef", false));
    }

    private static Set<Long> slots(RedisConnection redis, List<Schedule> schedules) {
        List<byte[]> keys = new ArrayList<>();
        schedules.forEach(schedule -> keys.addAll(schedule.keys()));
        keys.addAll(Arrays.asList(
                KeyNames.shared(schedules.get(0).rule()),
                KeyNames.live(schedules.get(0).rule())));
        Set<Long> slots = new TreeSet<>();
        keys.forEach(key -> slots.add(redis.number("CLUSTER", "KEYSLOT", new String(key, StandardCharsets.US_ASCII))));
        return slots;
    }
}
