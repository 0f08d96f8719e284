package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PacingTest extends PacedBuckets {
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
