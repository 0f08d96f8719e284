package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PacingTest {
    private static final Duration ONE_SECOND = Duration.ofSeconds(1);
    private static final long[] NOTHING = {};

    private final ManualMeter clock = ManualMeter.wall();
    private final LocalBucket free = bucket(LocalBucketBuilder::allowNoLimit);

    private LocalBucket bucket(UnaryOperator<LocalBucketBuilder> limits) {
        return limits.apply(Bucket.builder().withCustomTimePrecision(clock)).build();
    }

    private LocalBucket word() {
        return bucket(builder -> builder.addLimit(Bandwidth.simple(1_000, ONE_SECOND)));
    }

    private LocalBucket window(long tokens) {
        return bucket(builder -> builder.addLimit(limit -> limit.fixedWindow(tokens, ONE_SECOND)));
    }

    static List<UnaryOperator<LocalBucketBuilder>> kinds() {
        return List.of(
                LocalBucketBuilder::allowNoLimit,
                builder -> builder.addLimit(Bandwidth.simple(1_000, ONE_SECOND)),
                builder -> builder.addLimit(limit -> limit.fixedWindow(1_000, ONE_SECOND)),
                builder -> builder.addLimit(limit -> limit.slidingWindowLog(1_000, ONE_SECOND)),
                builder -> builder.addLimit(limit -> limit.slidingWindowCounter(1_000, ONE_SECOND)),
                builder -> builder.addLimit(
                        limit -> limit.leakyBucket(1_000, ONE_SECOND).depth(50_000)),
                builder -> builder.addLimit(limit ->
                        limit.leakyBucket(1_000, ONE_SECOND).depth(1_000).meter()));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void after_a_pause_calls_come_one_by_one_whatever_the_limit(UnaryOperator<LocalBucketBuilder> limits) {
        LocalBucket bucket = bucket(limits);
        assertThat(bucket.tryConsume(1)).isTrue();
        bucket.pacing().pause(SECOND, 0);
        bucket.pacing().pace(20 * MILLIS);
        clock.atMillis(1);
        assertThat(bucket.tryConsume(1)).isFalse();
        for (int i = 0; i < 50; i++) {
            assertThat(bucket.reserve(1, 5 * SECOND).nanosToWait()).isEqualTo((999 + 20 * i) * MILLIS);
        }
    }

    @Test
    void a_bucket_in_one_word_is_paced_too_and_is_in_one_word_again_when_that_is_over() {
        LocalBucket bucket = word();
        bucket.pacing().pace(20 * MILLIS);
        assertThat(bucket.tryConsume(1)).isTrue();
        assertThat(bucket.tryConsume(1)).isFalse();
        assertThat(bucket.getAvailableTokens()).isZero();
        clock.atMillis(19);
        assertThat(bucket.tryConsume(1)).isFalse();
        clock.atMillis(20);
        assertThat(bucket.getAvailableTokens()).isEqualTo(1_000);
        assertThat(bucket.tryConsume(1)).isTrue();
        assertThat(bucket.tryConsume(1)).isFalse();
        assertThat(bucket.pacing().isRestrained()).isTrue();
        bucket.pacing().pace(0);
        assertThat(bucket.pacing().isRestrained()).isFalse();
        assertThat(bucket.tryConsume(999)).isTrue();
        assertThat(bucket.tryConsume(1)).isFalse();
    }

    @Test
    void who_goes_first_after_a_pause_does_not_wait_for_the_gap() {
        free.pacing().pace(500 * MILLIS);
        assertThat(free.tryConsume(1)).isTrue();
        free.pacing().pause(100 * MILLIS, 0);
        assertThat(free.reserve(1, SECOND).nanosToWait()).isEqualTo(100 * MILLIS);
        assertThat(free.reserve(1, SECOND).nanosToWait()).isEqualTo(600 * MILLIS);
        free.pacing().pause(200 * MILLIS, 0);
        assertThat(free.reserve(1, 2 * SECOND).nanosToWait())
                .as("slots that were given stand")
                .isEqualTo(1_100 * MILLIS);
    }

    @Test
    void calls_that_cost_nothing_stand_in_line_only_while_there_is_a_pause_or_a_pace() {
        LocalBucket bucket = window(10);
        long[] none = {0};
        assertThat(bucket.tryConsume(10)).isTrue();
        assertThat(bucket.reserve(1, 5 * SECOND).nanosToWait()).isEqualTo(SECOND);
        assertThat(bucket.reserve(none, 0).isGranted()).isTrue();

        free.pacing().pause(SECOND, 0);
        free.pacing().pace(100 * MILLIS);
        assertThat(free.reserve(NOTHING, 0).nanosToComeBack()).isEqualTo(SECOND);
        assertThat(free.pacing().nanosToTurn()).isEqualTo(SECOND);
        Reservation first = free.reserve(NOTHING, 5 * SECOND);
        assertThat(first.nanosToWait()).isEqualTo(SECOND);
        assertThat(free.reserve(NOTHING, 5 * SECOND).nanosToWait()).isEqualTo(1_100 * MILLIS);
        assertThat(free.pacing().nanosToLastSlot()).isEqualTo(1_100 * MILLIS);
        assertThat(free.takeLeaving(NOTHING, NOTHING).nanosToComeBack()).isEqualTo(1_200 * MILLIS);
        clock.atMillis(1_200);
        assertThat(free.takeLeaving(NOTHING, NOTHING).isGranted()).isTrue();
        assertThat(free.takeLeaving(NOTHING, NOTHING).isGranted()).isFalse();
        assertThat(free.pacing().nanosPaced()).isEqualTo(100 * MILLIS);
        free.pacing().pace(0);
        assertThat(free.pacing().nanosPaced()).isZero();
        assertThat(free.reserve(NOTHING, 0).isGranted()).isTrue();
        assertThat(free.reserve(NOTHING, 0).isGranted()).isTrue();
    }

    @Test
    void a_debt_moves_the_gap() {
        free.pacing().pace(100 * MILLIS);
        free.tryConsume(1);
        clock.atMillis(70);
        free.owe(NOTHING);
        assertThat(free.reserve(NOTHING, SECOND).nanosToWait()).isEqualTo(100 * MILLIS);
    }

    @Test
    void what_was_cancelled_at_the_end_of_the_line_is_given_again_and_so_is_a_hole() {
        free.pacing().pace(100 * MILLIS);
        free.tryConsume(1);
        Reservation second = free.reserve(NOTHING, SECOND);
        Reservation third = free.reserve(NOTHING, SECOND);
        assertThat(third.nanosToWait()).isEqualTo(200 * MILLIS);
        assertThat(third.cancel()).isTrue();
        assertThat(free.reserve(NOTHING, SECOND).nanosToWait()).isEqualTo(200 * MILLIS);
        assertThat(second.cancel()).isTrue();
        assertThat(free.reserve(NOTHING, SECOND).nanosToWait()).isEqualTo(100 * MILLIS);
        assertThat(free.reserve(NOTHING, SECOND).nanosToWait()).isEqualTo(300 * MILLIS);
    }

    @Test
    void two_calls_never_share_a_hole_while_they_are_paced() {
        LocalBucket bucket = window(100);
        bucket.pacing().pace(100 * MILLIS);
        bucket.tryConsume(1);
        Reservation large = bucket.reserve(5, SECOND);
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(200 * MILLIS);
        large.cancel();
        Reservation small = bucket.reserve(1, SECOND);
        assertThat(small.nanosToWait()).isEqualTo(100 * MILLIS);
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(300 * MILLIS);
        assertThat(small.cancel()).isTrue();
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(100 * MILLIS);
    }

    @Test
    void a_hole_in_a_pause_is_not_given() {
        free.pacing().pace(100 * MILLIS);
        free.tryConsume(1);
        Reservation second = free.reserve(NOTHING, SECOND);
        free.reserve(NOTHING, SECOND);
        free.pacing().pause(150 * MILLIS, 0);
        second.cancel();
        assertThat(free.reserve(NOTHING, SECOND).nanosToWait()).isEqualTo(300 * MILLIS);
    }

    @Test
    void after_a_pause_with_a_probe_one_call_tries_and_the_others_go_paced_when_it_was_served() {
        LocalBucket bucket = word();
        bucket.pacing().pause(SECOND, 10 * SECOND);
        bucket.pacing().pace(50 * MILLIS);
        assertThat(bucket.pacing().served())
                .as("an answer from before the pause")
                .isFalse();
        Reservation tries = bucket.reserve(1, 5 * SECOND);
        assertThat(tries.nanosToWait()).isEqualTo(SECOND);
        assertThat(bucket.pacing().isProbing()).isTrue();
        assertThat(bucket.pacing().nanosPaused(tries)).isEqualTo(SECOND);
        assertThat(bucket.reserve(1, 5 * SECOND).nanosToComeBack()).isEqualTo(11 * SECOND);
        clock.atMillis(999);
        assertThat(bucket.pacing().served()).isFalse();
        clock.atMillis(1_000);
        assertThat(bucket.pacing().nanosPaused(tries)).isZero();
        assertThat(bucket.pacing().nanosPaused()).isEqualTo(10 * SECOND);
        assertThat(bucket.pacing().nanosPaused(Reservation.NOW)).isEqualTo(10 * SECOND);
        clock.atMillis(1_020);
        assertThat(bucket.pacing().served()).isTrue();
        assertThat(bucket.pacing().served()).isFalse();
        assertThat(bucket.pacing().isProbing()).isFalse();
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(30 * MILLIS);
        assertThat(bucket.reserve(1, SECOND).nanosToWait()).isEqualTo(80 * MILLIS);
    }

    @Test
    void the_next_one_tries_when_the_lease_is_over_or_the_place_was_given_back() {
        free.pacing().pause(SECOND, 10 * SECOND);
        Reservation gone = free.reserve(NOTHING, 2 * SECOND);
        assertThat(gone.cancel()).isTrue();
        assertThat(free.reserve(NOTHING, 2 * SECOND).nanosToWait()).isEqualTo(SECOND);
        clock.at(11 * SECOND - 1);
        assertThat(free.reserve(NOTHING, 0).isGranted()).isFalse();
        clock.at(11 * SECOND);
        assertThat(free.reserve(NOTHING, 0).isGranted()).isTrue();
        assertThat(free.reserve(NOTHING, 0).nanosToComeBack()).isEqualTo(10 * SECOND);
        free.pacing().pause(3 * SECOND, 0);
        assertThat(free.reserve(NOTHING, 0).nanosToComeBack())
                .as("a new order takes the place of the lease")
                .isEqualTo(3 * SECOND);
        clock.at(14 * SECOND);
        assertThat(free.reserve(NOTHING, 0).isGranted()).isTrue();
        assertThat(free.reserve(NOTHING, 0).isGranted()).isTrue();
    }

    @Test
    void whoever_waits_longer_than_a_lease_tries_after_it() {
        free.pacing().pause(SECOND, 10 * SECOND);
        Reservation first = free.reserve(NOTHING, 60 * SECOND);
        Reservation second = free.reserve(NOTHING, 60 * SECOND);
        Reservation third = free.reserve(NOTHING, 60 * SECOND);
        assertThat(third.nanosToWait()).isEqualTo(21 * SECOND);
        assertThat(third.cancel()).isTrue();
        clock.at(SECOND);
        assertThat(free.pacing().nanosPaused(first)).isZero();
        assertThat(free.pacing().nanosPaused(second)).isEqualTo(10 * SECOND);
        assertThat(free.reserve(NOTHING, 60 * SECOND).nanosToWait()).isEqualTo(20 * SECOND);
        clock.at(11 * SECOND);
        assertThat(free.pacing().nanosPaused(second)).isZero();
        clock.at(12 * SECOND);
        assertThat(free.pacing().served()).isTrue();
        assertThat(free.pacing().nanosPaused()).isZero();
    }

    @Test
    void of_two_pauses_that_end_together_one_with_a_probe_has_one_and_a_shorter_one_changes_nothing() {
        free.pacing().pause(SECOND, 0);
        free.pacing().pause(SECOND, 10 * SECOND);
        free.pacing().pause(SECOND, 5 * SECOND);
        free.pacing().pause(SECOND / 2, 60 * SECOND);
        clock.at(SECOND);
        assertThat(free.reserve(NOTHING, 0).isGranted()).isTrue();
        assertThat(free.reserve(NOTHING, 0).nanosToComeBack()).isEqualTo(10 * SECOND);
        free.pacing().pause(0, 0);
        assertThat(free.pacing().nanosPaused()).isEqualTo(10 * SECOND);
    }

    @Test
    void a_clock_that_was_set_back_takes_pause_and_lease_with_it() {
        clock.at(100 * SECOND);
        free.pacing().pause(SECOND, 10 * SECOND);
        free.pacing().pace(SECOND);
        clock.at(50 * SECOND);
        assertThat(free.reserve(NOTHING, 2 * SECOND).nanosToWait()).isEqualTo(SECOND);
        clock.at(20 * SECOND);
        assertThat(free.reserve(NOTHING, 0).nanosToComeBack()).isEqualTo(11 * SECOND);
        clock.at(21 * SECOND);
        assertThat(free.pacing().served()).isTrue();
        assertThat(free.reserve(NOTHING, 2 * SECOND).nanosToWait()).isEqualTo(SECOND);
    }

    @Test
    void a_bucket_that_is_paused_or_paced_makes_no_room_for_others() {
        Buckets<String> keys =
                Bucket.builder().allowNoLimit().withCustomTimePrecision(clock).buildKeyed(1);
        LocalBucket first = keys.get("a");
        first.pacing().pause(SECOND, SECOND);
        assertThat(keys.get("b")).isSameAs(keys.getOverflow());
        clock.at(2 * SECOND);
        assertThat(keys.get("b")).as("nobody tried yet").isSameAs(keys.getOverflow());
        clock.at(61 * SECOND);
        assertThat(keys.get("b")).isNotSameAs(keys.getOverflow());
        assertThat(first.pacing().isRestrained()).as("look at the next one").isTrue();
        first.pacing().pace(SECOND);
        assertThat(keys.get("a").pacing().nanosPaced()).isZero();
        keys.get("a").tryConsume(1);
        assertThat(first.pacing().nanosPaced()).isEqualTo(SECOND);
    }

    @Test
    void all_that_holds_back_can_be_lifted() {
        free.pacing().pause(SECOND, SECOND);
        free.pacing().pace(SECOND);
        free.pacing().lift();
        assertThat(free.pacing().isRestrained()).isFalse();
        assertThat(free.tryConsume(1)).isTrue();
        assertThat(free.tryConsume(1)).isTrue();

        Buckets<String> keys =
                Bucket.builder().allowNoLimit().withCustomTimePrecision(clock).buildKeyed(1);
        keys.get("a").pacing().pause(SECOND, 0);
        keys.getOverflow().pacing().pause(SECOND, 0);
        keys.lift();
        assertThat(keys.get("a").tryConsume(1)).isTrue();
        assertThat(keys.getOverflow().tryConsume(1)).isTrue();
    }

    @Test
    void several_buckets_are_taken_together_though_one_has_no_limit() {
        LocalBucket limited = window(1);
        Claim one = new Claim(limited, new long[] {1});
        Claim lead = new Claim(free, NOTHING);
        free.pacing().pace(100 * MILLIS);
        assertThat(Claims.reserve(List.of(one, lead), 0).isGranted()).isTrue();
        assertThat(Claims.reserve(List.of(one, lead), 0).nanosToComeBack()).isEqualTo(SECOND);
        Reservation later = Claims.reserve(List.of(one, lead), SECOND);
        assertThat(later.nanosToWait()).isEqualTo(SECOND);
        assertThat(later.stillToAsk()).containsExactly(lead);
        free.pacing().pause(1_500 * MILLIS, 0);
        clock.atMillis(1_000);
        Reservation paused = Claims.reserve(List.of(lead), SECOND);
        assertThat(paused.nanosToWait()).isEqualTo(500 * MILLIS);
    }

    @Test
    void a_bucket_without_limits_must_be_asked_for() {
        assertThatThrownBy(() -> Bucket.builder().build()).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> BucketConfiguration.builder().build()).isInstanceOf(IllegalArgumentException.class);
        assertThat(free.tryConsume(1_000_000)).isTrue();
        assertThat(free.getAvailableTokens()).isEqualTo(Long.MAX_VALUE);
        assertThat(free).hasToString("Bucket[]");
    }

    @Test
    void a_listened_bucket_has_the_same_pace() {
        SimpleBucketListener heard = new SimpleBucketListener();
        LocalBucket listened = free.toListenable(heard);
        listened.pacing().pace(SECOND);
        assertThat(listened.tryConsume(1)).isTrue();
        assertThat(listened.tryConsume(1)).isFalse();
        assertThat(free.tryConsume(1)).isFalse();
        assertThatThrownBy(() -> free.pacing().pace(-1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> free.pacing().pause(1, -1)).isInstanceOf(IllegalArgumentException.class);
    }
}
