package dev.headgate.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.TokensInheritanceStrategy;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What goes wrong with limits in scripts elsewhere, by a clock of the test's own. */
class ScriptScenariosIT extends OnServer {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Bandwidth window(long tokens, Duration per) {
        return Bandwidth.builder().fixedWindow(tokens, per).build();
    }

    /** A process that has the file with this limit now, and none with a revision. */
    private static Schedule reloaded(Schedule budget, Bandwidth limit) {
        return budget.with(ScheduleTerms.of(List.of(limit), 0));
    }

    @Test
    void A03_a_limit_changed_in_the_middle_of_a_period_counts_what_was_used() throws LineBrokenException {
        Schedule lowered = budget(window(10, MINUTE));
        assertThat(takes(lowered, at(0), 3)).isEqualTo(3);
        Schedule low = reloaded(lowered, window(5, MINUTE));
        assertThat(takes(low, at(1_000), 6)).isEqualTo(2);
        assertThat(take(low, at(1_000), 1)).isEqualTo("no 59000000");

        Schedule raised = budget(window(2, MINUTE));
        assertThat(takes(raised, at(0), 6)).isEqualTo(2);
        assertThat(takes(reloaded(raised, window(5, MINUTE)), at(1_000), 6)).isEqualTo(3);

        Schedule bucket = budget(Bandwidth.simple(10, MINUTE));
        assertThat(takes(bucket, at(0), 3)).isEqualTo(3);
        assertThat(takes(reloaded(bucket, Bandwidth.simple(5, MINUTE)), at(0), 8))
                .isEqualTo(5);
    }

    @Test
    void A03_replacing_by_order_does_the_same() throws LineBrokenException {
        Schedule budget = budget(window(10, MINUTE));
        assertThat(takes(budget, at(0), 3)).isEqualTo(3);
        Schedule low = reloaded(budget, window(5, MINUTE));
        talk.admin(Admin.replace(budget, low.terms(), TokensInheritanceStrategy.AS_IS, at(1_000)));
        assertThat(takes(low, at(1_000), 6)).isEqualTo(2);
    }

    @Test
    void A03_the_later_revision_holds_also_for_a_process_with_the_earlier_file() throws LineBrokenException {
        Schedule older = budget(window(10, MINUTE)).with(ScheduleTerms.of(List.of(window(10, MINUTE)), 41));
        Schedule newer = older.with(ScheduleTerms.of(List.of(window(5, MINUTE)), 42));
        assertThat(takes(older, at(0), 3)).isEqualTo(3);
        assertThat(takes(newer, at(0), 1)).isEqualTo(1);
        List<Ask> asks = List.of(new Ask(List.of(new long[] {1}), 0));
        assertThat(talk.decide(List.of(older), at(0), asks).outdated()).isTrue();
        assertThat(takes(older, at(0), 6)).isZero();
        assertThat(talk.decide(List.of(older), at(0), asks).schedules()).containsExactly(newer);
    }

    @Test
    void A09_no_limit_is_charged_when_another_refuses() throws LineBrokenException {
        Bandwidth tenAMinute = window(10, MINUTE);
        Bandwidth oneInTen = Bandwidth.simple(1, Duration.ofSeconds(10));
        List<Ask> asks = List.of(new Ask(List.of(new long[] {1}, new long[] {1}), 0));
        List<Schedule> both = List.of(budget(tenAMinute), budget(oneInTen));
        Schedule one = budget(tenAMinute, oneInTen);
        assertThat(take(one, at(0), 1)).isEqualTo("ok");
        assertThat(takes(one, at(1_000), 5)).isZero();
        assertThat(take(one, at(10_100), 1)).isEqualTo("ok");
        Schedule first = one.with(ScheduleTerms.of(List.of(tenAMinute), 0));
        assertThat(available(first, at(10_100))).isEqualTo(8);

        assertThat(goes(both, at(0), asks)).isTrue();
        for (int i = 0; i < 5; i++) {
            assertThat(goes(both, at(1_000), asks)).isFalse();
        }
        assertThat(available(both.get(0), at(1_000))).isEqualTo(9);
        assertThat(goes(both, at(10_100), asks)).isTrue();
        assertThat(available(both.get(0), at(10_100))).isEqualTo(8);
    }

    private static boolean goes(List<Schedule> schedules, Terms terms, List<Ask> asks) throws LineBrokenException {
        return talk.decide(schedules, terms, asks).decisions().get(0) instanceof Decision.Go;
    }

    @Test
    void A14_a_partly_produced_token_shortens_the_wait() throws LineBrokenException {
        Schedule one = budget(Bandwidth.simple(1, SECOND));
        assertThat(take(one, at(0), 1)).isEqualTo("ok");
        assertThat(take(one, at(200), 1)).isEqualTo("no 800000");
        Schedule ten = budget(Bandwidth.simple(10, SECOND));
        assertThat(take(ten, at(0), 10)).isEqualTo("ok");
        assertThat(take(ten, at(150), 3)).isEqualTo("no 150000");
    }

    @Test
    void A16_the_window_before_still_counts_after_its_end() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder()
                .slidingWindowCounter(10, Duration.ofSeconds(10))
                .build());
        assertThat(takes(budget, at(9_900), 10)).isEqualTo(10);
        assertThat(takes(budget, at(10_100), 1)).isZero();
        assertThat(takes(budget, at(15_000), 6)).isEqualTo(5);
    }

    @Test
    void A25_one_a_day_goes_after_exactly_a_day_however_often_it_is_tried() throws LineBrokenException {
        double day = 86_400_000;
        Schedule rare = budget(Bandwidth.simple(1, Duration.ofDays(1)));
        assertThat(take(rare, at(0), 1)).isEqualTo("ok");
        assertThat(take(rare, at(3_600_000), 1)).isEqualTo("no 82800000000");
        assertThat(take(rare, at(day - 1), 1)).isEqualTo("no 1000");
        assertThat(take(rare, at(day), 1)).isEqualTo("ok");

        Schedule polled = budget(Bandwidth.simple(1, Duration.ofDays(1)));
        assertThat(take(polled, at(0), 1)).isEqualTo("ok");
        for (int minute = 1; minute < 1_440; minute++) {
            assertThat(take(polled, at(minute * 60_000.0), 1)).startsWith("no");
        }
        assertThat(take(polled, at(day), 1)).isEqualTo("ok");
    }

    @Test
    void A30_a_meter_drains_evenly_while_calls_arrive() throws LineBrokenException {
        Schedule meter = budget(Bandwidth.builder()
                .leakyBucket(10, Duration.ofSeconds(30))
                .depth(10)
                .meter()
                .build());
        List<Long> remaining = new ArrayList<>();
        for (int second = 0; second <= 10; second++) {
            Decision decision = talk.take(meter, at(second * 1_000), 1, 0);
            remaining.add(((Decision.Go) decision).remaining());
        }
        assertThat(remaining).containsExactly(9L, 8L, 7L, 7L, 6L, 5L, 5L, 4L, 3L, 3L, 2L);
    }

    @Test
    void A31_a_bucket_is_full_and_no_more_after_half_a_day_and_after_ten_years() throws LineBrokenException {
        double halfADay = 43_200_000;
        double tenYears = 3_650 * 86_400_000.0;
        for (double idle : new double[] {halfADay, tenYears}) {
            Schedule budget = budget(Bandwidth.simple(1_000_000, MINUTE));
            assertThat(take(budget, at(0), 1_000_000)).isEqualTo("ok");
            assertThat(available(budget, at(idle))).isEqualTo(1_000_000);
            assertThat(take(budget, at(idle), 1_000_000)).isEqualTo("ok");
            assertThat(available(budget, at(idle))).isZero();
            assertThat(take(budget, at(idle), 1)).isEqualTo("no 60");
        }
    }

    @Test
    void A42_a_clock_that_goes_back_neither_empties_the_bucket_nor_locks_out() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.simple(3, Duration.ofSeconds(3)));
        assertThat(take(budget, at(100_000), 1)).isEqualTo("ok");
        assertThat(take(budget, at(89_000), 1)).isEqualTo("ok");
        assertThat(take(budget, at(89_000), 1)).isEqualTo("ok");
        assertThat(take(budget, at(89_000), 1)).isEqualTo("no 1000000");
        assertThat(take(budget, at(90_000), 1)).isEqualTo("ok");
        assertThat(takes(budget, at(10_000_000), 10)).isEqualTo(3);
    }

    @Test
    void A51_a_slow_legal_rate_always_goes() throws LineBrokenException {
        Schedule budget = budget(window(2, Duration.ofSeconds(6)));
        for (int second = 0; second <= 20; second += 5) {
            assertThat(take(budget, at(second * 1_000), 1)).isEqualTo("ok");
        }
    }

    @Test
    void A52_what_is_older_than_the_window_does_not_count_once_more() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder().slidingWindowLog(2, SECOND).build());
        assertThat(takes(budget, at(0), 2)).isEqualTo(2);
        assertThat(talk.take(budget, at(1_010), 1, 0)).isEqualTo(new Decision.Go(1));
    }

    @Test
    void A57_the_edge_of_a_second_lets_nobody_through() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder().slidingWindowLog(5, SECOND).build());
        assertThat(takes(budget, at(900), 5)).isEqualTo(5);
        assertThat(takes(budget, at(1_100), 5)).isZero();
        assertThat(takes(budget, at(1_899), 5)).isZero();
        assertThat(takes(budget, at(1_901), 5)).isEqualTo(5);
    }

    @Test
    void A57_no_second_holds_more_than_the_limit_and_no_call_is_refused_below_it() throws LineBrokenException {
        Schedule budget = budget(Bandwidth.builder().slidingWindowLog(5, SECOND).build());
        SplittableRandom random = new SplittableRandom(57);
        ArrayDeque<Integer> admitted = new ArrayDeque<>();
        int millis = 0;
        for (int i = 0; i < 1_000; i++) {
            millis += random.nextInt(300);
            while (!admitted.isEmpty() && admitted.peekFirst() <= millis - 1_000) {
                admitted.removeFirst();
            }
            boolean goes = take(budget, at(millis), 1).equals("ok");
            assertThat(goes).as("call %d at %d ms", i, millis).isEqualTo(admitted.size() < 5);
            if (goes) {
                admitted.addLast(millis);
            }
        }
    }
}
