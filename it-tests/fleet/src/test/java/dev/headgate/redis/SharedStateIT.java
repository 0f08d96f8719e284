package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.limiter.Bandwidth;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the budgets of a rule share: its pause, its pace, who is alive. */
class SharedStateIT extends OnServer {
    private static final Bandwidth TEN = Bandwidth.simple(10, Duration.ofSeconds(1));
    private static final List<Ask> ONE = List.of(new Ask(List.of(new long[] {1}), 0));

    private static final Schedules KEYED = new Schedules("hg", "keyed", List.of("k"), List.of(TEN), 0);

    private static News pause(long micros, boolean ofKey) {
        return new News(null, micros, ofKey, 0, 0);
    }

    private static Decision decide(Schedule budget, Terms terms) throws LineBrokenException {
        return talk.decide(List.of(budget), terms, ONE).decisions().get(0);
    }

    @Test
    void a_pause_of_the_rule_holds_every_key_until_its_latest_end() throws LineBrokenException {
        Schedule a = KEYED.schedule("aa", false);
        Schedule b = KEYED.schedule("bb", false);
        assertThat(decide(a, at(0).with(pause(500_000, false)))).isEqualTo(new Decision.Refused(500_000, 0, -1));
        assertThat(decide(a, at(100).with(pause(100_000, false)))).isEqualTo(new Decision.Refused(400_000, 0, -1));
        assertThat(decide(b, at(499).with(News.NONE))).isEqualTo(new Decision.Refused(1_000, 0, -1));
        assertThat(decide(b, at(500).with(News.NONE))).isEqualTo(new Decision.Go(9));
    }

    @Test
    void a_pause_of_a_key_holds_that_key_alone() throws LineBrokenException {
        Schedule a = KEYED.schedule("cc", false);
        Schedule b = KEYED.schedule("dd", false);
        assertThat(decide(a, at(10_000).with(pause(500_000, true)))).isEqualTo(new Decision.Refused(500_000, 0, -1));
        assertThat(decide(b, at(10_000).with(News.NONE))).isEqualTo(new Decision.Go(9));
        assertThat(decide(a, at(10_499))).isEqualTo(new Decision.Refused(1_000, 0, -1));
        assertThat(decide(a, at(10_500))).isEqualTo(new Decision.Go(9));
    }

    @Test
    void the_pause_of_another_rule_counts_too() throws LineBrokenException {
        Schedule own = budget(TEN);
        Schedule other = budget(TEN);
        decide(other, at(0).with(pause(500_000, false)));
        List<Ask> both = List.of(new Ask(List.of(new long[] {1}, new long[] {1}), 0));
        Reply reply = talk.decide(List.of(own, other), at(200).with(News.NONE), both);
        assertThat(reply.decisions()).containsExactly(new Decision.Refused(300_000, 1, -1));
        assertThat(reply.pauseMicros()).isZero();
    }

    @Test
    void a_rule_without_limits_knows_its_pause() throws LineBrokenException {
        Schedule none = budget();
        List<Ask> patient = List.of(new Ask(List.of(new long[0]), 1_000_000));
        Reply reply = talk.decide(List.of(none), at(0).with(pause(300_000, false)), patient);
        assertThat(reply.pauseMicros()).isEqualTo(EPOCH_DAY + 300_000);
        assertThat(((Decision.Slot) reply.decisions().get(0)).waitMicros()).isEqualTo(300_000);
        reply = talk.decide(List.of(none), at(300).with(News.NONE), patient);
        assertThat(reply.decisions().get(0)).isInstanceOf(Decision.Go.class);
    }

    @Test
    void a_full_server_keeps_the_heartbeats_that_it_has() throws LineBrokenException {
        Schedule budget = budget(TEN);
        decide(budget, Terms.SERVER.with(new News("one", 0, false, 0, 0)));
        server.call("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThatThrownBy(() -> decide(budget, Terms.SERVER.with(new News("two", 0, false, 0, 0))))
                    .hasMessageStartingWith("OOM ");
        } finally {
            server.call("CONFIG", "SET", "maxmemory", "0");
        }
        String live = new String(KeyNames.live(budget.rule()), StandardCharsets.US_ASCII);
        assertThat(server.call("ZRANGE", live, 0, -1)).isEqualTo(List.of("one"));
    }

    @Test
    void ten_rules_with_every_kind_of_limit_are_taken_in_one_step() throws LineBrokenException {
        Duration second = Duration.ofSeconds(1);
        Bandwidth[] limits = {
            TEN,
            Bandwidth.builder().slidingWindowLog(10, second).build(),
            Bandwidth.builder().slidingWindowLog(5_000, second).build(),
            Bandwidth.builder().slidingWindowCounter(10, second).build(),
            Bandwidth.builder().fixedWindow(10, second).build()
        };
        List<Schedule> rules = Stream.generate(() -> budget(limits)).limit(10).toList();
        List<long[]> costs = Collections.nCopies(10, new long[] {1, 1, 1, 1, 1});
        List<Ask> asks = Collections.nCopies(12, new Ask(costs, 0));
        List<Decision> decisions =
                talk.decide(rules, at(0).with(pause(1, true)), asks).decisions();
        assertThat(decisions).hasSize(12).allMatch(decision -> decision instanceof Decision.Refused);
        decisions = talk.decide(rules, at(1).with(News.NONE), asks).decisions();
        assertThat(decisions.subList(0, 10)).startsWith(new Decision.Go(9)).endsWith(new Decision.Go(0));
        assertThat(decisions.subList(10, 12)).allMatch(decision -> decision instanceof Decision.Refused);
        // The clock back by more than a second: the full script.
        decisions = talk.decide(rules, at(-1_500).with(News.NONE), asks).decisions();
        assertThat(decisions).allMatch(decision -> decision instanceof Decision.Refused);
    }

    @Test
    void what_is_observed_pauses_nobody() throws LineBrokenException {
        Schedule real = KEYED.schedule("ee", false);
        Schedule observed = KEYED.schedule("ee", true);
        assertThat(observed.key()).isEqualTo("{hg:keyed}:k:ee:o");
        decide(observed, at(20_000).with(pause(500_000, false)));
        assertThat(decide(real, at(20_000).with(News.NONE))).isEqualTo(new Decision.Go(9));
        assertThat(decide(observed, at(20_000).with(News.NONE))).isInstanceOf(Decision.Refused.class);
    }

    @Test
    void a_pace_holds_calls_apart_beside_the_limits() throws LineBrokenException {
        Schedule budget = budget(TEN);
        assertThat(decide(budget, at(0).with(News.NONE))).isEqualTo(new Decision.Go(9));
        String shared = new String(KeyNames.shared(budget.rule()), StandardCharsets.US_ASCII);
        server.call("EVAL", "redis.call('SETRANGE', KEYS[1], 24, struct.pack('<d', 200000))", 1, shared);
        Terms terms = at(1_000).with(News.NONE);
        assertThat(decide(budget, terms)).isEqualTo(new Decision.Go(9));
        assertThat(decide(budget, terms)).isEqualTo(new Decision.Refused(200_000, 0, -2));
        Decision.Slot waits = (Decision.Slot) talk.take(budget, terms, 1, 1_000_000);
        assertThat(waits.waitMicros()).isEqualTo(200_000);
        waits = (Decision.Slot) talk.take(budget, terms, 1, 1_000_000);
        assertThat(waits.waitMicros()).isEqualTo(400_000);
    }

    @Test
    void processes_that_were_heard_in_the_last_15_seconds_are_alive() throws LineBrokenException {
        Schedule budget = budget(TEN);
        assertThat(live(budget, 0, "one")).isEqualTo(1);
        assertThat(live(budget, 5_000, "two")).isEqualTo(2);
        assertThat(live(budget, 10_000, "one")).isEqualTo(2);
        assertThat(live(budget, 15_000, "three")).isEqualTo(3);
        assertThat(live(budget, 20_001, "one")).isEqualTo(2);
        assertThat(talk.decide(List.of(budget), at(20_001).with(News.NONE), ONE).live())
                .isEqualTo(-1);
        // A clock that was set back must not keep the dead alive.
        assertThat(live(budget, -60_000, "one")).isEqualTo(1);
    }

    private static int live(Schedule budget, long millis, String name) throws LineBrokenException {
        return talk.decide(List.of(budget), at(millis).with(new News(name, 0, false, 0, 0)), ONE)
                .live();
    }
}
