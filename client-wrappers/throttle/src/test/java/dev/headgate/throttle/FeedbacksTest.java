package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.CallContext;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.HearingLedger;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.signal.SignalTerms;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FeedbacksTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final long MILLI = 1_000_000;
    private static final HttpCall SENT = HttpCall.of("GET", "http://api.test/x");

    /** As in the file, but without chance. */
    private static final Backoff EXACT = backoff(10, 100, false);

    private ManualBench bench = new ManualBench();
    private HearingLedger reports;

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    private static Backoff backoff(long floorMillis, long floorMaxMillis, boolean adaptive) {
        return new Backoff(
                SignalTerms.DEFAULT,
                300_000 * MILLI,
                floorMillis * MILLI,
                200,
                floorMaxMillis * MILLI,
                Backoff.Jitter.NONE,
                adaptive);
    }

    private static RuleBuilder wide(String name) {
        return rule(name).log(1_000, SECOND).backoff(EXACT);
    }

    /** Only pauses hold its calls. */
    private static RuleBuilder unlimited(String name) {
        return rule(name).backoff(EXACT);
    }

    private void at(Rule... rules) {
        bench = new ManualBench(
                100,
                Runnable::run,
                clock -> {
                    reports = new HearingLedger(new LocalLedger(clock));
                    return reports;
                },
                rules);
    }

    private Demand demand() {
        return ((RuleThrottle) bench.throttle("a")).code(1);
    }

    private void answered(int status, String... headers) {
        demand().answered(HttpCall.READER, SENT, HttpAnswer.READER, HttpAnswer.of(status, headers));
    }

    private Outcome acquire() {
        return acquire(Long.MAX_VALUE);
    }

    private Outcome acquire(long deadlineNanos) {
        return demand().acquire(null, deadlineNanos, Cancellation.NEVER);
    }

    private Rejection rejected() {
        return ((Outcome.Rejected) acquire()).rejection();
    }

    private String inSeconds(long seconds) {
        Instant then =
                Instant.ofEpochMilli(bench.clock.currentTimeNanos() / MILLI).plusSeconds(seconds);
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(then.atOffset(ZoneOffset.UTC));
    }

    @Test
    void aServedCallIsOneSuccess() {
        at(wide("a").build());
        answered(200);
        answered(404);
        demand().ended(null);
        assertThat(reports.heard).containsExactly(Feedback.SUCCEEDED, Feedback.SUCCEEDED, Feedback.SUCCEEDED);
        assertThat(reports.heard.get(0)).isSameAs(Feedback.SUCCEEDED);
    }

    @Test
    void whatSaysNothingOfTheDownstreamIsNotReported() {
        at(wide("a").build());
        answered(500);
        demand().failed(HttpCall.READER, SENT, new RateLimitedByUs());
        demand().failed(HttpCall.READER, SENT, new java.io.IOException("Canceled"));
        demand().ended(new InterruptedException());
        demand().ended(new java.io.IOException("unexpected end of stream"));
        assertThat(reports.heard).isEmpty();
    }

    private static final class RateLimitedByUs extends RuntimeException {
        private static final long serialVersionUID = 1;

        RateLimitedByUs() {
            super(new Rejection("a", Reason.LIMIT, 5, "a: used up").toIOException());
        }
    }

    @Test
    void aRuleWithoutBackOffHearsNothing() {
        at(wide("a").backoff(Backoff.OFF).build());
        answered(200);
        answered(503, "Retry-After", "30");
        answered(429);
        demand().ended(new ConnectException());
        assertThat(reports.heard).isEmpty();
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
    }

    @Test
    void anUnavailableDownstreamPausesTheRuleForAsLongAsItSays() {
        at(wide("a").wait(Duration.ZERO).build());
        answered(503, "Retry-After", "30");
        assertThat(reports.heard).containsExactly(new Feedback(0, 1, 0, 30_000 * MILLI, false, 0));
        bench.clock.advanceMillis(10_000);
        Rejection rejection = rejected();
        assertThat(rejection.reason()).isEqualTo(Reason.PAUSED);
        assertThat(rejection.retryAfterMillis()).isEqualTo(20_000);
        assertThat(rejection.message())
                .isEqualTo("a: the other side answered 503 and said to come back in 30 s (retry-after)"
                        + " (headgate.yml:3:3); the next call may go in 20 s, and its calls do not wait (wait: 0)");
        bench.clock.advance(20_000 * MILLI - 1);
        assertThat(rejected().retryAfterMillis()).isEqualTo(1);
        bench.clock.advance(1);
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
    }

    @Test
    void aPauseLongerThanTheLongestIsCutAndThenOneTries() {
        at(wide("a").build());
        answered(429, "Retry-After", "3600");
        answered(429, "Retry-After", "300");
        answered(429, "Retry-After", "99999999999");
        Feedback longest = new Feedback(0, 1, 0, 300_000 * MILLI, true, 0);
        assertThat(reports.heard).containsExactly(longest, new Feedback(0, 1, 0, 300_000 * MILLI, false, 0), longest);
        assertThat(bench.said)
                .containsExactly("HG-501 a: the other side answered 429 and said to come back in 3600 s (retry-after);"
                        + " no call goes for 300 s, the longest there is (max-pause), then one tries");
    }

    @Test
    void anAnswerThatTurnsACallAwayPausesItsKeyAndAnUnavailableDownstreamAll() {
        at(wide("a").context("tenant").wait(Duration.ZERO).build());
        try (CallContext.Scope scope = CallContext.put("tenant", "x")) {
            answered(429, "Retry-After", "2");
        }
        try (CallContext.Scope scope = CallContext.put("tenant", "y")) {
            assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
            answered(503, "Retry-After", "1");
        }
        assertThat(reports.heard)
                .containsExactly(
                        new Feedback(0, 1, 2_000 * MILLI, 0, false, 0), new Feedback(0, 1, 0, 1_000 * MILLI, false, 0));
        assertThat(bench.said)
                .hasSize(1)
                .first()
                .asString()
                .matches(
                        "HG-501 a: the other side answered 429 and said to"
                                + " come back in 2000 ms \\(retry-after\\); no call with the key [0-9a-f]{32} goes for 2000 ms");
    }

    @Test
    void aCallWithoutTheKeysValueIsOfTheKeyNone() {
        at(wide("a").context("tenant").build());
        answered(429, "Retry-After", "2");
        assertThat(reports.heard).containsExactly(new Feedback(0, 1, 2_000 * MILLI, 0, false, 0));
    }

    @Test
    void failuresWithoutAWordAreOurOwnBackOffOfTheRule() {
        at(wide("a").context("tenant").build());
        answered(502);
        demand().failed(HttpCall.READER, SENT, new SocketTimeoutException("Read timed out"));
        bench.clock.advanceMillis(10);
        demand().ended(new ConnectException("Connection refused"));
        assertThat(reports.heard)
                .containsExactly(
                        new Feedback(0, 1, 0, 0, false, 10 * MILLI),
                        new Feedback(0, 1, 0, 0, false, 10 * MILLI),
                        new Feedback(0, 1, 0, 0, false, 20 * MILLI));
    }

    @Test
    void whatBreaksInTheReaderOrTheLedgerReachesNobody() {
        at(wide("a").build());
        demand().answered(HttpCall.READER, SENT, new BrokenReader(), HttpAnswer.of(200));
        assertThat(bench.said).hasSize(1).first().asString().startsWith("HG-201 a: ");
        assertThat(reports.heard).isEmpty();
    }

    private static final class BrokenReader implements dev.headgate.throttle.signal.ResponseReader<HttpAnswer> {
        @Override
        public int status(HttpAnswer response) {
            throw new IllegalStateException("broken");
        }

        @Override
        public void headers(HttpAnswer response, HeaderVisitor visitor) {}
    }

    @Test
    void ourOwnRejectionIsNoFeedbackAndThatOfAnotherProcessIs() {
        at(wide("a").build());
        RejectionResponse ours =
                RejectionResponse.of(bench.throttle("a"), new Rejection("a", Reason.LIMIT, 5_000, "a: used up"));
        demand().answered(HttpCall.READER, SENT, HttpAnswer.READER, new HttpAnswer(ours.status(), ours.headers()));
        assertThat(reports.heard).isEmpty();
        answered(429, "Retry-After", "5", "X-Headgate-Rejected", "another process");
        assertThat(reports.heard).containsExactly(new Feedback(0, 1, 0, 5_000 * MILLI, false, 0));
    }

    @Test
    void anObservedRuleHearsOnlyOfItsOwnState() {
        at(wide("a").mode(Mode.OBSERVE).wait(Duration.ZERO).build());
        answered(503, "Retry-After", "30");
        assertThat(reports.heard).containsExactly(new Feedback(0, 1, 0, 30_000 * MILLI, false, 0));
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
        assertThat(bench.tally("a")).returns(1L, Tally::wouldReject).returns(0L, Tally::rejected);
    }

    @Test
    void aPauseIsToldWhenItBeginsAndNotWhenItIsRenewed() {
        at(wide("a").build());
        for (int i = 0; i < 5; i++) {
            answered(503, "Retry-After", "2");
            bench.clock.advanceMillis(1_000);
        }
        bench.clock.advanceMillis(1_000);
        answered(503, "Retry-After", "2");
        assertThat(bench.said)
                .hasSize(2)
                .allMatch(line -> line.equals("HG-501 a: the other side answered 503 and said to come back in 2000 ms"
                        + " (retry-after); no call goes for 2000 ms"));
        assertThat(bench.tally("a")).returns(2L, Tally::pauses).returns(6L, Tally::overloaded);
    }

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
    void noPauseIsToldWhereMostCallsAreServedAllTheSame() {
        at(unlimited("a").backoff(backoff(500, 500, false)).build());
        for (int i = 0; i < 20; i++) {
            answered(200);
        }
        demand().failed(HttpCall.READER, SENT, new SocketTimeoutException("Read timed out"));
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
        assertThat(bench.said).isEmpty();
        assertThat(bench.tally("a")).returns(0L, Tally::pauses).returns(1L, Tally::overloaded);
    }

    @Test
    void aCallThatMayTryAfterAPauseDoesNotGoBeforeIts() {
        at(unlimited("a").wait(SECOND.multipliedBy(400)).build());
        answered(429, "Retry-After", "3600");
        Rejection rejection = demand().goOrOwe(null, Long.MAX_VALUE);
        assertThat(rejection).isNotNull();
        assertThat(rejection.retryAfterMillis()).isEqualTo(300_000);
        bench.clock.advanceMillis(300_000);
        assertThat(demand().goOrOwe(null, Long.MAX_VALUE))
                .as("the one that tries")
                .isNull();
        assertThat(demand().goOrOwe(null, 1_000 * MILLI)).as("while it tries").isNotNull();
        answered(200);
        assertThat(demand().goOrOwe(null, Long.MAX_VALUE)).isNull();
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
                        + " (headgate.yml:3:3); the next call may go in 10000 ms, past the call's own timeout of which"
                        + " 1000 ms are left");
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
