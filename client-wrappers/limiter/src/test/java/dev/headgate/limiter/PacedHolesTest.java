package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Slots that are given back while calls are paused or paced. */
class PacedHolesTest extends PacedBuckets {
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
}
