package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.it.support.redis.KeyScan;
import dev.headgate.it.support.redis.RedisServer;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script alone, on a real server, by the test's own clock. */
class ConcurrencyScriptIT {
    private static RedisServer server;

    private ConcurrencyTalk talk;

    @BeforeAll
    static void start() {
        server = RedisServer.started();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void connect() {
        talk = new ConcurrencyTalk(server);
    }

    @AfterEach
    void noKeyStaysForEver() {
        assertThat(KeyScan.withoutTtl(server, "*")).isEmpty();
        talk.close();
    }

    @Test
    void as_many_as_the_limit_come_in_and_a_lease_ends_at_its_end() {
        ConcurrencyTalk.Saying a = talk.saying("a").entering(3);
        assertThat(a.said()).containsExactly(2L, 0L, 2L, 2L, 0L);
        assertThat(talk.saying("b").entering(1).letIn()).isZero();
        talk.now += ConcurrencyTalk.LEASE - 1;
        assertThat(talk.saying("b").entering(1).letIn()).isZero();
        talk.now += 1;
        assertThat(talk.saying("b").entering(1).said()).containsExactly(2L, 0L, 1L, 1L, 0L);
    }

    @Test
    void a_permit_that_is_renewed_late_is_there_again_and_its_owner_is_told() {
        ConcurrencyTalk.Saying a = talk.saying("a").entering(2);
        assertThat(a.letIn()).isEqualTo(2);
        talk.now += ConcurrencyTalk.LEASE;
        assertThat(talk.saying("b").entering(1).letIn()).isEqualTo(1);
        ConcurrencyTalk.Saying late = talk.saying("a");
        late.renewed = a.entering;
        assertThat(late.said()).as("3 of 2 inside, both had lapsed").containsExactly(2L, 0L, 3L, 0L, 0L, 1L, 2L);
        assertThat(late.said()).containsExactly(2L, 0L, 3L, 0L, 0L);
        ConcurrencyTalk.Saying back = talk.saying("a").entering(1);
        back.givenBack = List.of(a.entering.get(0), a.entering.get(0), "never:1");
        assertThat(back.said()).containsExactly(2L, 0L, 2L, 0L, 0L);
    }

    @Test
    void a_smaller_limit_lets_nobody_new_in_until_below_and_the_newest_file_says_which_it_is() {
        ConcurrencyTalk.Saying a = talk.saying("a").entering(4);
        a.atOnce = 4;
        assertThat(a.letIn()).isEqualTo(4);
        ConcurrencyTalk.Saying smaller = talk.saying("a").entering(1);
        smaller.revision = 7;
        smaller.givenBack = a.entering.subList(0, 2);
        assertThat(smaller.said()).containsExactly(2L, 7L, 2L, 0L, 0L);
        ConcurrencyTalk.Saying older = talk.saying("b").entering(1);
        older.atOnce = 9;
        older.revision = 6;
        assertThat(older.said()).containsExactly(2L, 7L, 2L, 0L, 0L);
        older.givenBack = a.entering.subList(2, 3);
        assertThat(older.said()).containsExactly(2L, 7L, 2L, 1L, 0L);
    }

    @Test
    void each_process_that_waits_has_a_right_to_its_part_and_the_rest_goes_round() {
        ConcurrencyTalk.Saying a = talk.waiting("a", 5, 0);
        assertThat(a.letIn()).isEqualTo(5);
        assertThat(talk.waiting("b", 5, 0).letIn()).as("no room").isZero();
        talk.now += 1;
        ConcurrencyTalk.Saying again = talk.waiting("a", 5, 4);
        again.givenBack = a.entering.subList(0, 1);
        assertThat(again.letIn()).as("4 kept, and b is owed 2 of 5").isZero();
        assertThat(talk.waiting("b", 5, 0).letIn()).as("its part").isEqualTo(1);
        again = talk.waiting("a", 5, 3);
        again.givenBack = a.entering.subList(1, 2);
        assertThat(again.letIn()).isZero();
        again = talk.waiting("a", 5, 2);
        again.givenBack = a.entering.subList(2, 3);
        assertThat(again.letIn()).as("2 kept is a's part").isZero();
        assertThat(talk.waiting("b", 5, 1).letIn())
                .as("1 owed, and 1 over as first in line")
                .isEqualTo(2);
    }

    @Test
    void where_there_are_more_processes_than_permits_they_take_turns() {
        ConcurrencyTalk.Saying a = talk.waiting("a", 1, 0).entering(1);
        assertThat(a.letIn()).isEqualTo(1);
        assertThat(talk.waiting("b", 1, 0).letIn()).isZero();
        List<String> inside = a.entering;
        StringBuilder order = new StringBuilder("a");
        for (int round = 0; round < 12; round++) {
            for (String process : List.of("a", "b", "c")) {
                talk.now += 1;
                ConcurrencyTalk.Saying turn = talk.waiting(process, 1, 0).entering(1);
                if (order.charAt(order.length() - 1) == process.charAt(0)) {
                    turn.givenBack = inside;
                }
                if (turn.letIn() == 1) {
                    order.append(process);
                    inside = turn.entering;
                }
            }
        }
        assertThat(order.toString()).as("b was there first, then all by turns").startsWith("abacbacb");
    }

    @Test
    void a_process_that_has_gone_holds_nobody_up() {
        assertThat(talk.saying("x").entering(2).letIn()).isEqualTo(2);
        assertThat(talk.waiting("gone", 2, 0).letIn()).isZero();
        assertThat(talk.waiting("a", 2, 0).letIn()).isZero();
        talk.now += ConcurrencyTalk.LEASE;
        ConcurrencyTalk.Saying a = talk.waiting("a", 2, 0);
        a.atOnce = 2;
        assertThat(a.entering(2).letIn()).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"permits", "line", "callers", "numbers"})
    @DisplayName("A50_missing and wrong parts of the state")
    void a50_missing_and_wrong_parts(String part) {
        for (String wrong : List.of("DEL", "SET", "LPUSH", "garbage", "forever")) {
            talk.redis.call("FLUSHALL");
            ConcurrencyTalk.Saying a = talk.waiting("a", 2, 0).entering(2);
            a.revision = 3;
            assertThat(a.letIn()).isEqualTo(2);
            assertThat(talk.waiting("b", 2, 0).letIn()).isZero();
            assertThat(KeyScan.keys(server, "*")).hasSize(4);
            String key = ConcurrencyTalk.BASE + ":" + part;
            switch (wrong) {
                case "DEL" -> talk.redis.call("DEL", key);
                case "SET" -> talk.redis.call("SET", key, "x");
                case "LPUSH" -> {
                    talk.redis.call("DEL", key);
                    talk.redis.call("LPUSH", key, "x");
                }
                case "garbage" -> {
                    if (part.equals("numbers")) {
                        talk.redis.call("HSET", key, "revision", "x", "atOnce", "nan");
                    } else {
                        talk.redis.call("ZADD", key, "+inf", "x", "-inf", "y", "1.5", "z", "1e300", "");
                    }
                }
                default -> talk.redis.call("PERSIST", key);
            }
            ConcurrencyTalk.Saying c = talk.waiting("c", 2, 0).entering(4);
            c.revision = 2;
            List<Long> said = c.said();
            assertThat(said.get(3)).as(wrong + " " + part).isBetween(0L, 2L);
            assertThat(said.get(4)).isEqualTo(wrong.equals("SET") || wrong.equals("LPUSH") ? 1L : 0L);
            a.renewed = a.entering;
            a.entering = List.of();
            a.said();
            assertThat(KeyScan.withoutTtl(server, "*")).as(wrong + " " + part).isEmpty();
            talk.now += ConcurrencyTalk.LEASE;
            ConcurrencyTalk.Saying d = talk.saying("d").entering(3);
            d.givenBack = List.of();
            assertThat(d.said().subList(2, 4)).as("healed").containsExactly(2L, 2L);
        }
    }
}
