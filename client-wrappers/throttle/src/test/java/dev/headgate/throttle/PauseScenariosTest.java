package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.throttle.signal.SignalTerms;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The numbered faults that pauses are about, at the throttle. */
class PauseScenariosTest extends AnsweredCalls {
    @Test
    @DisplayName("A01_aCallWithAConnectionDoesNotGoIntoThePauseThatItsOwnAnswerBegan")
    void aReSendIsRejectedDuringAPause() {
        at(wide("a").build());
        answered(503, "Retry-After", "0.5");
        Rejection rejection = demand().asRetry().goOrOwe(null, Long.MAX_VALUE);
        assertThat(rejection).isNotNull();
        assertThat(rejection.reason()).isEqualTo(Reason.PAUSED);
        assertThat(rejection.retryAfterMillis()).isEqualTo(500);
        assertThat(rejection.message())
                .isEqualTo("a: the other side answered 503 and said to come back in 500 ms (retry-after)"
                        + " (headgate.yml:3:3); the next call may go in 500 ms, and this one holds what others need,"
                        + " so that it cannot wait");
        bench.clock.advanceMillis(500);
        assertThat(demand().asRetry().goOrOwe(null, Long.MAX_VALUE)).isNull();
        assertThat(bench.tally("a")).returns(1L, Tally::rejected).returns(0L, Tally::owed);
    }

    @Test
    @DisplayName("A01_anUnavailableDownstreamThatSaysAtOnceGetsOurOwnFloor")
    void theFloorHoldsTheReSend() {
        at(unlimited("a").backoff(backoff(500, 500, false)).build());
        answered(503, "Retry-After", "0");
        Rejection rejection = demand().asRetry().goOrOwe(null, Long.MAX_VALUE);
        assertThat(rejection).isNotNull();
        assertThat(rejection.retryAfterMillis()).isEqualTo(500);
        assertThat(rejection.message())
                .startsWith("a: the other side answered 503 and did not say for how long (headgate.yml:3:3); the next"
                        + " call may go in 500 ms");
        assertThat(bench.said.get(0))
                .isEqualTo("HG-501 a: the other side answered 503 and did not say for how long; no call goes for"
                        + " 500 ms");
    }

    @Test
    @DisplayName("A01_withoutSignalsAndFloorTheReSendGoes")
    void aReSendGoesWhereTheRuleSaysSo() {
        at(wide("a")
                .backoff(new Backoff(new SignalTerms(Set.of(), null), 0, 0, 200, 0, Backoff.Jitter.NONE, false))
                .build());
        answered(503, "Retry-After", "0");
        assertThat(demand().asRetry().goOrOwe(null, Long.MAX_VALUE)).isNull();
    }

    @Test
    @DisplayName("A02_noCallGoesAMillisecondBeforeTheServerSaid")
    void theGapIsNeverShort() {
        at(unlimited("a").wait(SECOND.multipliedBy(2)).build());
        for (int i = 0; i < 20; i++) {
            acquire();
            bench.clock.advance(i * 333_333L);
            long told = bench.clock.elapsed();
            answered(429, "Retry-After", "1");
            assertThat(acquire()).isEqualTo(new Outcome.Admitted(1_000 * MILLI));
            assertThat(bench.clock.elapsed()).isEqualTo(told + 1_000 * MILLI);
            answered(200);
        }
    }

    @Test
    @DisplayName("A02_norBeforeTheDateThatItNames")
    void theDateIsNeverEarly() {
        at(unlimited("a").wait(SECOND.multipliedBy(3)).build());
        for (int i = 0; i < 20; i++) {
            bench.clock.advance(i * 77_777_777L);
            long date = (bench.clock.currentTimeNanos() / (1_000 * MILLI) + 2) * 1_000 * MILLI;
            answered(429, "Retry-After", inSeconds(2));
            acquire();
            assertThat(bench.clock.currentTimeNanos()).isBetween(date, date + MILLI - 1);
            answered(200);
        }
    }

    @Test
    @DisplayName("A08_aPauseBeyondTheCallersTimeoutIsKnownAtOnce")
    void aPauseThatIsTooLongIsKnownAtOnce() {
        at(wide("a").wait(SECOND.multipliedBy(20)).build());
        answered(429, "Retry-After", "10");
        Rejection rejection = ((Outcome.Rejected) acquire(1_000 * MILLI)).rejection();
        assertThat(bench.clock.elapsed()).isZero();
        assertThat(rejection.reason()).isEqualTo(Reason.DEADLINE);
        assertThat(rejection.retryAfterMillis()).isEqualTo(10_000);
        assertThat(rejection.message())
                .isEqualTo("a: the other side answered 429 and said to come back in 10000 ms (retry-after)"
                        + " (headgate.yml:3:3); the next call may go in 10000 ms, and the call's own timeout leaves it"
                        + " 1000 ms to wait");
    }

    @Test
    @DisplayName("A08_aPauseBeyondTheRulesWaitIsKnownAtOnce")
    void aPauseThatIsLongerThanTheWaitIsKnownAtOnce() {
        at(wide("a").wait(SECOND).build());
        answered(429, "Retry-After", "10");
        Rejection rejection = rejected();
        assertThat(bench.clock.elapsed()).isZero();
        assertThat(rejection.reason()).isEqualTo(Reason.PAUSED);
        assertThat(rejection.retryAfterMillis()).isEqualTo(10_000);
        Scheduled scheduled = demand().schedule(null, Long.MAX_VALUE);
        assertThat(scheduled.isDecided()).isTrue();
        assertThat(scheduled.rejection()).isNotNull();
    }

    @Test
    @DisplayName("A33_aTimeThatIsPastOrNegativeIsOurOwnBackOff")
    void aTimeThatIsPastIsOurOwnBackOff() {
        for (String past : List.of("-1", "0", "Thu, 01 Jan 2015 00:00:00 GMT")) {
            at(wide("a").backoff(backoff(500, 30_000, false)).build());
            answered(429, "Retry-After", past);
            assertThat(reports.heard).containsExactly(new Feedback(0, 1, 0, 500 * MILLI, false, 0));
            assertThat(acquire()).isEqualTo(new Outcome.Admitted(500 * MILLI));
        }
    }

    @Test
    @DisplayName("A34_aForbiddenCallPausesOnlyWhereItSaysSo")
    void forbidden() {
        at(unlimited("a").wait(Duration.ZERO).build());
        answered(403);
        assertThat(reports.heard).containsExactly(Feedback.SUCCEEDED);
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
        reports.heard.clear();
        answered(403, "Retry-After", "2");
        assertThat(reports.heard).containsExactly(new Feedback(0, 0, 0, 2_000 * MILLI, false, 0));
        assertThat(rejected().retryAfterMillis()).isEqualTo(2_000);
        bench.clock.advanceMillis(2_000);
        reports.heard.clear();
        long reset = bench.clock.currentTimeNanos() / (1_000 * MILLI) + 3;
        answered(403, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", Long.toString(reset));
        assertThat(reports.heard).containsExactly(new Feedback(0, 0, 0, 3_000 * MILLI, false, 0));
    }

    @Test
    @DisplayName("A34_aGoodAnswerThatSaysNothingIsLeftPausesWithoutBlame")
    void nothingIsLeft() {
        at(unlimited("a").wait(Duration.ZERO).build());
        bench.clock.advance(1);
        long reset = bench.clock.currentTimeNanos() / (1_000 * MILLI) + 3;
        answered(200, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset", Long.toString(reset));
        assertThat(reports.heard).containsExactly(new Feedback(1, 0, 0, 3_000 * MILLI, false, 0));
        assertThat(rejected().message())
                .startsWith("a: the other side said that nothing is left for 3000 ms (x-ratelimit-reset)");
        assertThat(bench.said.get(0))
                .isEqualTo("a: the other side said that nothing is left for 3000 ms (x-ratelimit-reset);"
                        + " no call goes for 3000 ms. This is told once, later ones are counted");
    }

    @Test
    @DisplayName("A58_theLongestPauseHoldsOnEveryPathAndASuccessBeginsAnew")
    void theFloorHasAnEnd() {
        at(unlimited("a").build());
        for (long expected : new long[] {10, 20, 40, 80, 100, 100, 100, 100}) {
            answered(429);
            assertThat(acquire()).isEqualTo(new Outcome.Admitted(expected * MILLI));
        }
        answered(200);
        answered(429);
        assertThat(acquire()).isEqualTo(new Outcome.Admitted(10 * MILLI));
    }
}
