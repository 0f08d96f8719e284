package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.testkit.ManualBench;
import dev.headgate.throttle.match.HttpCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryBudgetTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final HttpCall FIRST = HttpCall.of("GET", "http://api.test/x");

    private ManualBench bench = bench(RetryTerms.DEFAULT, Mode.ENFORCE);

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    /** Wide limits and no back-off: only the budget can stand against a call. */
    private static ManualBench bench(RetryTerms terms, Mode mode) {
        return new ManualBench(rule("a")
                .log(1_000_000, SECOND)
                .mode(mode)
                .wait(Duration.ZERO)
                .retries(terms)
                .build());
    }

    private static HttpCall marked(String name, String value) {
        return new HttpCall("http", "api.test", -1, "GET", "/x", Map.of(name, value));
    }

    private static HttpCall retry() {
        return marked("x-stainless-retry-count", "1");
    }

    private static HttpCall to(String path) {
        return HttpCall.of("GET", "http://api.test" + path);
    }

    private Outcome call(HttpCall call) {
        return bench.throttles.http(HttpCall.READER, call).acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
    }

    private void answered(HttpCall call, int status) {
        bench.throttles
                .http(HttpCall.READER, call)
                .answered(HttpCall.READER, call, HttpAnswer.READER, HttpAnswer.of(status));
    }

    /** How many of so many go. */
    private int went(HttpCall call, int calls) {
        int went = 0;
        for (int i = 0; i < calls; i++) {
            went += call(call) == Outcome.AT_ONCE ? 1 : 0;
        }
        return went;
    }

    @Test
    void whileNothingFailsRetriesGo() {
        assertThat(went(retry(), 500)).isEqualTo(500);
        answered(FIRST, 200);
        answered(FIRST, 404);
        assertThat(went(retry(), 500)).isEqualTo(500);
    }

    @Test
    void whenCallsFailAFewGoAndAShareOfTheFirstAttempts() {
        assertThat(went(FIRST, 200)).isEqualTo(200);
        answered(FIRST, 503);
        assertThat(went(retry(), 500)).as("a tenth of 200 and 10").isEqualTo(30);
        assertThat(went(to("/y"), 100)).isEqualTo(100);
        assertThat(went(retry(), 500)).as("a tenth of 100 more").isEqualTo(10);
    }

    @Test
    void aRejectionSaysWhyAndWhenTheNextRetryMayGo() {
        answered(FIRST, 500);
        assertThat(went(retry(), 4)).isEqualTo(4);
        bench.clock.advanceMillis(4_200);
        answered(FIRST, 500);
        assertThat(went(retry(), 10)).isEqualTo(6);
        Rejection rejection = ((Outcome.Rejected) call(retry())).rejection();
        assertThat(rejection.reason()).isEqualTo(Reason.RETRY_BUDGET);
        assertThat(rejection.retryAfterMillis()).isEqualTo(5_800);
        assertThat(rejection.message())
                .isEqualTo("a: its calls fail, and as many were made again in the last 10 s as may (retry-budget: ratio"
                        + " 0.1, min-per-second 1) (headgate.yml:3:3); the next retry may go in 5800 ms, first attempts"
                        + " are not held by this");
        assertThat(bench.tally("a")).returns(5L, Tally::retriesRejected).returns(5L, Tally::rejected);
        bench.clock.advance(5_800_000_000L - 1);
        assertThat(went(retry(), 1)).isZero();
        bench.clock.advance(1);
        assertThat(went(retry(), 10)).isEqualTo(4);
    }

    @Test
    void aBudgetOfNothingIsFreeAgainWhenNothingFailed() {
        bench = bench(new RetryTerms(0, 0), Mode.ENFORCE);
        went(FIRST, 100);
        answered(FIRST, 503);
        Rejection rejection = ((Outcome.Rejected) call(retry())).rejection();
        assertThat(rejection.retryAfterMillis()).isEqualTo(10_000);
        assertThat(rejection.message()).contains("(retry-budget: ratio 0, min-per-second 0)");
        bench.clock.advanceMillis(10_000);
        assertThat(went(retry(), 1)).isEqualTo(1);
    }

    @Test
    void whatIsRejectedIsNotCharged() {
        answered(FIRST, 503);
        assertThat(went(retry(), 5_000)).isEqualTo(10);
        for (int i = 0; i < 9; i++) {
            bench.clock.advanceMillis(1_000);
            answered(FIRST, 503);
            assertThat(went(retry(), 5_000)).isZero();
        }
        bench.clock.advanceMillis(1_000);
        answered(FIRST, 503);
        assertThat(went(retry(), 5_000)).isEqualTo(10);
    }

    @Test
    void afterAMinuteOfNothingButRejectionsItLetsRetriesGoAtOnce() {
        went(FIRST, 50);
        for (int i = 0; i < 50; i++) {
            answered(FIRST, 503);
        }
        long rejected = 0;
        for (int i = 0; i < 60_000; i++) {
            bench.clock.advanceMillis(1);
            rejected += call(retry()) instanceof Outcome.Rejected ? 1 : 0;
            if (i == 9_000) {
                assertThat(rejected).isEqualTo(9_001 - 15);
            }
        }
        assertThat(went(retry(), 1_000)).as("nothing failed for so long").isEqualTo(1_000);
        answered(retry(), 200);
        assertThat(went(retry(), 1_000)).isEqualTo(1_000);
    }

    @Test
    void aLimitThatRejectsARetryGivesItBack() {
        bench = new ManualBench(rule("a")
                .tokenBucket(5, 5, SECOND)
                .wait(Duration.ZERO)
                .retries(RetryTerms.DEFAULT)
                .build());
        answered(FIRST, 503);
        assertThat(went(retry(), 100)).isEqualTo(5);
        assertThat(bench.tally("a").retriesRejected()).isZero();
        bench.clock.advanceMillis(1_000);
        assertThat(went(retry(), 100)).isEqualTo(5);
        bench.clock.advanceMillis(1_000);
        answered(FIRST, 503);
        assertThat(went(retry(), 100)).as("ten have gone").isZero();
        assertThat(bench.tally("a").retriesRejected()).isEqualTo(95 + 100);
    }

    @Test
    void aRetryThatIsGivenUpIsGivenBack() {
        bench = new ManualBench(rule("a")
                .tokenBucket(1, 1, SECOND)
                .wait(SECOND.multipliedBy(30))
                .retries(RetryTerms.DEFAULT)
                .build());
        call(FIRST);
        answered(FIRST, 503);
        List<Scheduled> waiting = new ArrayList<>();
        // Fewer than 10 and a tenth have gone when the eleventh asks.
        for (int i = 0; i < 11; i++) {
            waiting.add(bench.throttles.http(HttpCall.READER, retry()).schedule(null, Long.MAX_VALUE));
        }
        assertThat(call(retry())).isInstanceOf(Outcome.Rejected.class);
        waiting.forEach(Scheduled::cancel);
        assertThat(call(retry())).isInstanceOf(Outcome.Admitted.class);
    }

    @Test
    void aCallWithTheNameOfOneThatFailedIsARetry() {
        HttpCall named = marked("Idempotency-Key", "k-1");
        answered(named, 502);
        assertThat(went(named, 100)).isEqualTo(10);
        assertThat(call(marked("Idempotency-Key", "k-2"))).isSameAs(Outcome.AT_ONCE);
    }

    @Test
    void whoAsksTheSameAgainAndAgainIsNeverRejected() {
        for (int i = 0; i < 600; i++) {
            assertThat(call(FIRST)).isSameAs(Outcome.AT_ONCE);
            answered(FIRST, 503);
            bench.clock.advanceMillis(100);
        }
        assertThat(bench.tally("a").rejected()).isZero();
    }

    @Test
    void butItIsChargedSoThatRetriesThatAreKnownGoLess() {
        answered(FIRST, 503);
        assertThat(went(FIRST, 8)).isEqualTo(8);
        assertThat(went(retry(), 100)).isEqualTo(2);
        assertThat(went(to("/other"), 10)).isEqualTo(10);
    }

    @Test
    void whatTheClientMakesAgainByItselfIsARetryWithoutAMark() {
        answered(FIRST, 503);
        Demand again = bench.throttles.http(HttpCall.READER, to("/z")).asRetry();
        assertThat(again.asRetry()).isSameAs(again);
        for (int i = 0; i < 10; i++) {
            assertThat(again.goOrOwe(null, Long.MAX_VALUE)).isNull();
        }
        assertThat(again.goOrOwe(null, Long.MAX_VALUE).reason()).isEqualTo(Reason.RETRY_BUDGET);
        assertThat(again.schedule(null, Long.MAX_VALUE).rejection()).isNotNull();
        again.owe();
        assertThat(bench.tally("a")).returns(11L, Tally::admitted).returns(2L, Tally::rejected);
    }

    @Test
    void aPoolsFailuresCountToo() {
        Demand borrow = ((RuleThrottle) bench.throttle("a")).code(1);
        borrow.ended(new java.sql.SQLTransientConnectionException("no connection in 30000 ms"));
        for (int i = 0; i < 10; i++) {
            assertThat(borrow.asRetry().acquire(null, Long.MAX_VALUE, Cancellation.NEVER))
                    .isSameAs(Outcome.AT_ONCE);
        }
        assertThat(borrow.asRetry().acquire(null, Long.MAX_VALUE, Cancellation.NEVER))
                .isInstanceOf(Outcome.Rejected.class);
    }

    @Test
    void anObservedRuleOnlyCountsWhatItWouldHaveRejected() {
        bench = bench(RetryTerms.DEFAULT, Mode.OBSERVE);
        answered(FIRST, 503);
        assertThat(went(retry(), 15)).isEqualTo(15);
        assertThat(bench.tally("a")).returns(5L, Tally::wouldReject).returns(0L, Tally::rejected);
    }

    @Test
    void aRuleWithoutABudgetLetsAllGo() {
        bench = bench(null, Mode.ENFORCE);
        answered(FIRST, 503);
        assertThat(went(retry(), 1_000)).isEqualTo(1_000);
    }

    @Test
    void itIsToldWhenItBeginsAndNotAgainWhileItLasts() {
        for (int i = 0; i < 30; i++) {
            answered(FIRST, 503);
            went(retry(), 100);
            bench.clock.advanceMillis(1_000);
        }
        assertThat(bench.said)
                .hasSize(1)
                .first()
                .asString()
                .matches("HG-503 a: its calls fail, .* A retry was rejected;"
                        + " more are only counted, until none was for 10000 ms");
        bench.clock.advanceMillis(10_000);
        answered(FIRST, 503);
        went(retry(), 100);
        assertThat(bench.said).hasSize(2);
    }
}
