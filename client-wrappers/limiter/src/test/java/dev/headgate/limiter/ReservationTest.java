package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ReservationTest {
    private final ManualMeter clock = ManualMeter.wall();

    private LocalBucket bucket() {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(10).refillGreedy(10, Duration.ofSeconds(1)))
                .addLimit(limit -> limit.fixedWindow(20, Duration.ofSeconds(10)))
                .withCustomTimePrecision(clock)
                .build();
    }

    @Test
    void costs_differ_by_limit_and_a_limit_with_cost_0_is_not_asked() {
        LocalBucket bucket = bucket();
        assertThat(bucket.reserve(new long[] {0, 20}, 0).isGranted()).isTrue();
        assertThat(bucket.reserve(new long[] {10, 0}, 0).isGranted()).isTrue();
        assertThat(bucket.reserve(new long[] {1, 0}, 0).nanosToComeBack()).isEqualTo(100 * MILLIS);
        assertThat(bucket.reserve(new long[] {0, 1}, 0).nanosToComeBack()).isEqualTo(10 * SECOND);
        assertThat(bucket.reserve(new long[] {0, 0}, 0).nanosToWait()).isZero();
    }

    @Test
    void a_hole_is_offered_only_to_calls_whose_costs_are_all_no_larger() {
        LocalBucket bucket = bucket();
        assertThat(bucket.reserve(new long[] {10, 1}, 0).isGranted()).isTrue();
        Reservation first = bucket.reserve(new long[] {2, 1}, SECOND);
        Reservation second = bucket.reserve(new long[] {1, 1}, SECOND);
        assertThat(first.nanosToWait()).isEqualTo(200 * MILLIS);
        assertThat(second.nanosToWait()).isEqualTo(300 * MILLIS);
        assertThat(first.cancel()).isTrue();

        assertThat(bucket.reserve(new long[] {1, 2}, SECOND).nanosToWait()).isEqualTo(400 * MILLIS);
        assertThat(bucket.reserve(new long[] {1, 1}, SECOND).nanosToWait()).isEqualTo(200 * MILLIS);
        assertThat(bucket.reserve(new long[] {1, 1}, SECOND).nanosToWait()).isEqualTo(500 * MILLIS);
        assertThat(bucket.reserve(new long[] {1, 0}, SECOND).nanosToWait()).isEqualTo(200 * MILLIS);
    }

    @Test
    void a_debt_of_nothing_leaves_everything_as_it_was() {
        LocalBucket bucket = bucket();
        assertThat(bucket.reserve(new long[] {10, 1}, 0).isGranted()).isTrue();
        Reservation last = bucket.reserve(new long[] {1, 1}, SECOND);
        bucket.owe(new long[] {0, 0});
        assertThat(last.cancel()).isTrue();
        assertThat(bucket.reserve(new long[] {2, 1}, SECOND).nanosToWait()).isEqualTo(200 * MILLIS);
    }

    @Test
    void an_answer_says_only_what_it_knows() {
        LocalBucket bucket = bucket();
        Reservation now = bucket.reserve(10, 0);
        assertThat(now.nanosToWait()).isZero();
        assertThat(now.nanosUntilSlot()).isZero();
        assertThat(now.cancel()).isFalse();
        assertThat(now.stillToAsk()).isEmpty();
        assertThatThrownBy(now::nanosToComeBack).isInstanceOf(IllegalStateException.class);

        Reservation refused = bucket.reserve(1, 99 * MILLIS);
        assertThat(refused.isGranted()).isFalse();
        assertThat(refused.cancel()).isFalse();
        assertThatThrownBy(refused::nanosToWait).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(refused::nanosUntilSlot).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> bucket.reserve(1, -1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bucket.reserve(new long[] {1}, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> bucket.reserve(new long[] {1, -1}, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_line_is_first_come_first_served_and_each_knows_how_late_it_is() {
        LocalBucket bucket = bucket();
        bucket.tryConsume(10);
        Reservation first = bucket.reserve(1, SECOND);
        Reservation second = bucket.reserve(1, SECOND);
        clock.atMillis(150);
        assertThat(first.nanosUntilSlot()).isEqualTo(-50 * MILLIS);
        assertThat(second.nanosUntilSlot()).isEqualTo(50 * MILLIS);
        assertThat(bucket.tryConsume(1)).isFalse();
    }

    @Test
    void nothing_goes_in_a_pause_and_the_latest_pause_holds() {
        LocalBucket bucket = bucket();
        Instant start = Instant.ofEpochSecond(ManualMeter.EPOCH_DAY / SECOND);
        bucket.pauseUntil(start.plusSeconds(3));
        bucket.pauseUntil(start.plusSeconds(2));
        assertThat(bucket.getAvailableTokens()).isZero();
        assertThat(bucket.reserve(1, SECOND).nanosToComeBack()).isEqualTo(3 * SECOND);
        assertThat(bucket.reserve(1, 3 * SECOND).nanosToWait()).isEqualTo(3 * SECOND);
        clock.at(3 * SECOND);
        assertThat(bucket.getAvailableTokens()).isEqualTo(9);
        bucket.pauseUntil(Instant.MIN);
        assertThat(bucket.tryConsume(1)).isTrue();
    }

    @Test
    void a_call_that_must_leave_some_takes_none_of_the_last() {
        LocalBucket bucket = bucket();
        assertThat(bucket.tryConsume(5, 3)).isTrue();
        assertThat(bucket.tryConsume(3, 3)).isFalse();
        assertThat(bucket.tryConsume(2, 3)).isTrue();
        assertThat(bucket.tryConsume(3)).isTrue();
        Reservation refused = bucket.takeLeaving(new long[] {1, 1}, new long[] {2, 0});
        assertThat(refused.nanosToComeBack()).isEqualTo(300 * MILLIS);
        clock.atMillis(300);
        assertThat(bucket.takeLeaving(new long[] {1, 1}, new long[] {2, 0}).isGranted())
                .isTrue();
        assertThat(bucket.takeLeaving(new long[] {1, 1}, new long[] {10, 0}).nanosToComeBack())
                .isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void debt_is_charged_whether_it_fits_or_not() {
        LocalBucket bucket = bucket();
        assertThat(bucket.owe(new long[] {15, 0})).isEqualTo(500 * MILLIS);
        assertThat(bucket.reserve(1, 0).nanosToComeBack()).isEqualTo(600 * MILLIS);
        assertThat(bucket.consumeIgnoringRateLimits(21)).isEqualTo(10 * SECOND);
    }

    @Test
    void adding_tokens_ends_cancels() {
        LocalBucket bucket = bucket();
        bucket.tryConsume(10);
        Reservation waits = bucket.reserve(1, SECOND);
        bucket.addTokens(1);
        assertThat(waits.cancel()).isFalse();
        assertThat(bucket.getAvailableTokens()).isZero();
        clock.atMillis(100);
        assertThat(bucket.getAvailableTokens()).isEqualTo(1);
    }

    @Test
    void as_much_as_possible_is_what_is_available() {
        LocalBucket bucket = bucket();
        assertThat(bucket.tryConsumeAsMuchAsPossible(4)).isEqualTo(4);
        assertThat(bucket.tryConsumeAsMuchAsPossible()).isEqualTo(6);
        assertThat(bucket.tryConsumeAsMuchAsPossible()).isZero();
        clock.at(SECOND);
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(4);
        assertThat(probe.getRemainingTokens()).isEqualTo(6);
        assertThat(probe.getNanosToWaitForReset()).isEqualTo(9 * SECOND);
    }
}
