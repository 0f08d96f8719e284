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
    private static final Schedules PAUSE = new Schedules("hg", "keyed", List.of(), List.of(), 0);
    private static final long[] FREE = {};

    private static News keyPause(long micros) {
        return new News(null, new News.Ordered(0, micros, 0, false), null);
    }

    private static Decision decide(Schedule budget, Terms terms) throws LineBrokenException {
        return talk.decide(List.of(budget), terms, ONE).decisions().get(0);
    }

    /** As a call of a rule all of whose limits have keys asks. */
    private static Decision decideKeyed(String key, Terms terms) throws LineBrokenException {
        List<Schedule> both = List.of(KEYED.schedule(key, false), PAUSE.schedule(null, false));
        List<Ask> asks = List.of(new Ask(List.of(new long[] {1}, FREE), 0));
        Reply reply =
                terms.news() == null ? talk.decideUnrestrained(both, terms, asks) : talk.decide(both, terms, asks);
        return reply.decisions().get(0);
    }

    @Test
    void a_pause_of_the_rule_holds_every_key_until_its_latest_end() throws LineBrokenException {
        assertThat(decideKeyed("aa", at(0).with(pause(500_000)))).isEqualTo(new Decision.Refused(500_000, 1, -1));
        assertThat(decideKeyed("aa", at(100).with(pause(100_000)))).isEqualTo(new Decision.Refused(400_000, 1, -1));
        assertThat(decideKeyed("bb", at(499))).isEqualTo(new Decision.Refused(1_000, 1, -1));
        assertThat(decideKeyed("bb", at(500))).isEqualTo(new Decision.Go(9));
        // Nothing was admitted before, so the calls of all keys come back one a second.
        assertThat(decideKeyed("aa", at(500))).isEqualTo(new Decision.Refused(1_000_000, 1, -2));
        assertThat(decideKeyed("aa", at(1_500))).isEqualTo(new Decision.Go(9));
    }

    @Test
    void a_pause_of_a_key_holds_that_key_alone() throws LineBrokenException {
        Schedule a = KEYED.schedule("cc", false);
        Schedule b = KEYED.schedule("dd", false);
        assertThat(decide(a, at(10_000).with(keyPause(500_000)))).isEqualTo(new Decision.Refused(500_000, 0, -1));
        assertThat(decide(b, at(10_000))).isEqualTo(new Decision.Go(9));
        assertThat(decide(a, at(10_499))).isEqualTo(new Decision.Refused(1_000, 0, -1));
        assertThat(decide(a, at(10_500))).isEqualTo(new Decision.Go(9));
    }

    @Test
    void the_pause_of_another_rule_counts_too() throws LineBrokenException {
        Schedule own = budget(TEN);
        Schedule other = budget(TEN);
        decide(other, at(0).with(pause(500_000)));
        List<Ask> both = List.of(new Ask(List.of(new long[] {1}, new long[] {1}), 0));
        Reply reply = talk.decide(List.of(own, other), at(200), both);
        assertThat(reply.decisions()).containsExactly(new Decision.Refused(300_000, 1, -1));
        assertThat(reply.restraints())
                .containsExactly(new Reply.Restraint(0, 0, 0), new Reply.Restraint(300_000, 1_000_000, 0));
    }

    @Test
    void a_rule_without_limits_knows_its_pause_and_leaves_nothing_when_it_is_over() throws LineBrokenException {
        Schedule none = budget();
        List<Ask> patient = List.of(new Ask(List.of(FREE), 1_000_000));
        assertThat(talk.decide(List.of(none), Terms.SERVER, patient).decisions().get(0))
                .isInstanceOf(Decision.Go.class);
        assertThat(server.call("EXISTS", none.key())).isEqualTo(0L);
        Reply reply = talk.decide(List.of(none), Terms.SERVER.with(pause(300_000)), patient);
        assertThat(((Decision.Slot) reply.decisions().get(0)).waitMicros()).isEqualTo(300_000);
        assertThat(reply.restraints()).containsExactly(new Reply.Restraint(300_000, 1_000_000, 0));
        assertThat((Long) server.call("PTTL", none.key())).isBetween(60_000L, 60_400L);
        server.call("PERSIST", none.key());
        reply = talk.decide(List.of(none), Terms.SERVER, patient);
        assertThat(((Decision.Refused) reply.decisions().get(0)).comeBackMicros())
                .isBetween(1_000_001L, 1_300_000L);
        assertThat(reply.pace()).isNull();
        talk.decide(List.of(none), Terms.SERVER.with(pause(300_000)), patient);
        assertThat((Long) server.call("PTTL", none.key())).isBetween(60_000L, 60_400L);
    }

    @Test
    void a_full_server_keeps_the_heartbeats_that_it_has() throws LineBrokenException {
        Schedule budget = budget(TEN);
        decide(budget, Terms.SERVER.with(new News("one", null, null)));
        server.call("CONFIG", "SET", "maxmemory", "1");
        try {
            assertThatThrownBy(() -> decide(budget, Terms.SERVER.with(new News("two", null, null))))
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
                talk.decide(rules, at(0).with(keyPause(1)), asks).decisions();
        assertThat(decisions).hasSize(12).allMatch(decision -> decision instanceof Decision.Refused);
        decisions = talk.decide(rules, at(1), asks).decisions();
        assertThat(decisions.subList(0, 10)).startsWith(new Decision.Go(9)).endsWith(new Decision.Go(0));
        assertThat(decisions.subList(10, 12)).allMatch(decision -> decision instanceof Decision.Refused);
        // The clock back by more than a second: the full script.
        decisions = talk.decide(rules, at(-1_500), asks).decisions();
        assertThat(decisions).allMatch(decision -> decision instanceof Decision.Refused);
    }

    @Test
    void what_is_observed_pauses_nobody() throws LineBrokenException {
        Schedules rule = new Schedules("hg", "seen", List.of(), List.of(TEN), 0);
        Schedule real = rule.schedule(null, false);
        Schedule observed = rule.schedule(null, true);
        assertThat(observed.key()).isEqualTo("{hg:seen}:o");
        decide(observed, at(20_000).with(pause(500_000)));
        assertThat(decide(real, at(20_000))).isEqualTo(new Decision.Go(9));
        assertThat(decide(observed, at(20_000))).isInstanceOf(Decision.Refused.class);
        assertThat(server.call("EXISTS", "{hg:seen}:o~shared", "{hg:seen}~shared"))
                .isEqualTo(1L);
    }

    @Test
    void after_a_pause_calls_go_apart_beside_the_limits() throws LineBrokenException {
        Schedule budget = budget(TEN);
        decide(budget, at(0).with(new News(null, null, told(0, 0, 5, 0, 0))));
        // 5 calls in the second before.
        decide(budget, at(1_000).with(pause(500_000)));
        Terms terms = at(1_500);
        assertThat(decide(budget, terms)).isEqualTo(new Decision.Go(9));
        assertThat(decide(budget, terms)).isEqualTo(new Decision.Refused(200_000, 0, -2));
        Decision.Slot waits = (Decision.Slot) talk.take(budget, terms, 1, 1_000_000);
        assertThat(waits.waitMicros()).isEqualTo(200_000);
        Decision.Slot next = (Decision.Slot) talk.take(budget, terms, 1, 1_000_000);
        assertThat(next.waitMicros()).isEqualTo(400_000);
        assertThat(talk.cancel(budget, terms, next.ticket())).isTrue();
        next = (Decision.Slot) talk.take(budget, terms, 1, 1_000_000);
        assertThat(next.waitMicros()).isEqualTo(400_000);
    }

    @Test
    void beyond_the_longest_pause_one_call_tries_and_the_others_go_when_it_was_served() throws LineBrokenException {
        Schedule budget = budget(TEN);
        decide(budget, at(0).with(new News(null, null, told(100_000, 10_000_000, 10, 0, 0))));
        Decision.Slot probe = (Decision.Slot) talk.take(budget, at(50), 1, 1_000_000);
        assertThat(probe.waitMicros()).isEqualTo(50_000);
        assertThat(probe.probe()).isTrue();
        assertThat(talk.take(budget, at(50), 1, 1_000_000)).isEqualTo(new Decision.Refused(10_050_000, 0, -1));
        News served = new News(null, null, told(0, 0, 0, 1, 0));
        // Sent before the pause, answered before the probe left: ends nothing.
        assertThat(decide(budget, at(99).with(served))).isEqualTo(new Decision.Refused(10_001_000, 0, -1));
        // Nobody said what became of it: the next one tries.
        Decision.Slot next = (Decision.Slot) talk.take(budget, at(9_500), 1, 1_000_000);
        assertThat(next.waitMicros()).isEqualTo(600_000);
        assertThat(next.probe()).isTrue();
        assertThat(talk.cancel(budget, at(9_600), next.ticket())).isTrue();
        assertThat(((Decision.Slot) talk.take(budget, at(9_600), 1, 1_000_000)).waitMicros())
                .isEqualTo(500_000);
        Reply reply = talk.decide(List.of(budget), at(10_200).with(served), ONE);
        assertThat(reply.decisions()).hasSize(1).first().isInstanceOf(Decision.Go.class);
        assertThat(reply.restraints()).containsExactly(new Reply.Restraint(0, 99_503, 0));
        // 10 calls a second went before; that one was served raises the pace.
        assertThat(reply.pace()).isEqualTo(new Reply.Pace(10_050, 10_000));
    }

    @Test
    void what_was_lost_is_told_again_with_the_pace_that_a_process_knows() throws LineBrokenException {
        Schedule budget = budget(TEN);
        News.Told again = new News.Told(200_000, 0, 0, 0, 0, 0, 0, 0, true, 2_500, 50_000);
        Reply reply = talk.decide(List.of(budget), at(0).with(new News(null, null, again)), ONE);
        assertThat(reply.pace()).isEqualTo(new Reply.Pace(2_500, 50_000));
        assertThat(reply.restraints()).containsExactly(new Reply.Restraint(200_000, 400_000, 0));
    }

    @Test
    void processes_that_were_heard_in_the_last_15_seconds_are_alive() throws LineBrokenException {
        Schedule budget = budget(TEN);
        assertThat(live(budget, 0, "one")).isEqualTo(1);
        assertThat(live(budget, 5_000, "two")).isEqualTo(2);
        assertThat(live(budget, 10_000, "one")).isEqualTo(2);
        assertThat(live(budget, 15_000, "three")).isEqualTo(3);
        assertThat(live(budget, 20_001, "one")).isEqualTo(2);
        assertThat(talk.decide(List.of(budget), at(20_001), ONE).live()).isEqualTo(-1);
        // A clock that was set back must not keep the dead alive.
        assertThat(live(budget, -60_000, "one")).isEqualTo(1);
    }

    private static int live(Schedule budget, long millis, String name) throws LineBrokenException {
        return talk.decide(List.of(budget), at(millis).with(new News(name, null, null)), ONE)
                .live();
    }
}
