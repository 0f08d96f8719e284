package dev.headgate.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.CallContext;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.signal.SignalTerms;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FeedbacksTest extends AnsweredCalls {
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
    void whoBelievesNoHeaderIsPausedByNoResponseAndStillCounts() {
        Backoff usual = Backoff.DEFAULT;
        SignalTerms none = new SignalTerms(Set.of(), null);
        at(wide("a")
                .backoff(new Backoff(
                        none,
                        usual.maxPauseNanos(),
                        usual.floorNanos(),
                        usual.factorPercent(),
                        usual.floorMaxNanos(),
                        usual.jitter(),
                        true))
                .build());
        answered(503, "Retry-After", "30");
        answered(503, "Retry-After", "0");
        answered(429);
        assertThat(reports.heard).containsExactly(Feedback.OVERLOADED, Feedback.OVERLOADED, Feedback.OVERLOADED);
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
    void anUnavailableDownstreamThatDoesNotSayForHowLongIsOurOwnBackOffOfTheRule() {
        at(wide("a").context("tenant").build());
        answered(503);
        answered(503, "Retry-After", "0");
        bench.clock.advanceMillis(10);
        answered(503);
        assertThat(reports.heard)
                .containsExactly(
                        new Feedback(0, 1, 0, 0, false, 10 * MILLI),
                        new Feedback(0, 1, 0, 0, false, 10 * MILLI),
                        new Feedback(0, 1, 0, 0, false, 20 * MILLI));
    }

    @Test
    void failuresThatTurnNobodyAwayOnlyCount() {
        at(unlimited("a").build());
        answered(502);
        answered(504);
        answered(408);
        demand().failed(HttpCall.READER, SENT, new SocketTimeoutException("Read timed out"));
        demand().ended(new ConnectException("Connection refused"));
        assertThat(reports.heard).hasSize(5).containsOnly(Feedback.OVERLOADED);
        assertThat(acquire()).isSameAs(Outcome.AT_ONCE);
        assertThat(bench.said).isEmpty();
        assertThat(bench.tally("a")).returns(5L, Tally::overloaded).returns(0L, Tally::pauses);
    }

    @Test
    void aServiceThatTurnsCallsAwayWithA400PausesTheKey() {
        at(wide("a").context("tenant").build());
        answered(400);
        answered(400, "x-amzn-ErrorType", "ThrottlingException");
        assertThat(reports.heard).containsExactly(Feedback.SUCCEEDED, new Feedback(0, 1, 10 * MILLI, 0, false, 0));
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
        assertThat(bench.said)
                .containsExactly("HG-501 a: the other side answered 503 and said to come back in 30 s (retry-after);"
                        + " no call goes for 30 s (so it would be; mode: observe holds no call)");
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
    void noPauseIsToldWhereMostCallsAreServedAllTheSame() {
        at(unlimited("a").backoff(backoff(500, 500, false)).build());
        for (int i = 0; i < 20; i++) {
            answered(200);
        }
        answered(503);
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
}
