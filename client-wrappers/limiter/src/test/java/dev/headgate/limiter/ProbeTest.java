package dev.headgate.limiter;

import static dev.headgate.limiter.ManualMeter.MILLIS;
import static dev.headgate.limiter.ManualMeter.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Pauses that end with one call that tries, which has a lease. */
class ProbeTest extends PacedBuckets {
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
}
