package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.match.HttpCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What feedback does to a rule: cuts, back-off, and when all is as it was. */
class RulePacerTest extends PacedRules {
    private static final Backoff NOT_ADAPTIVE = new Backoff(
            Backoff.DEFAULT.signals(), 300_000 * MILLI, 1_000 * MILLI, 200, 30_000 * MILLI, Backoff.Jitter.FULL, false);

    RulePacerTest() {
        super(free("a"));
    }

    @Test
    void failuresCutAndServedCallsBringThePaceBack() {
        paced.warmUp("a", 20, 10);
        paced.served("a", 20);
        advance(1_000);
        paced.overloaded("a", 20);
        long before = paced.pace("a").beforeMilli();
        assertThat(before).isBetween(17_000L, 19_000L);
        // Half was served: times 0.75.
        assertThat(paced.pace("a").milli()).isEqualTo(before * 750 / 1_000);
        for (int i = 0; paced.pace("a").engaged(); i++) {
            assertThat(i).isLessThan(11);
            paced.served("a", 20);
            advance(1_000);
        }
        assertThat(goesAtOnce(paced.demand("a"))).isTrue();
        assertThat(goesAtOnce(paced.demand("a"))).isTrue();
    }

    @Test
    void servedCallsCountThoughTheyAreToldNowAndThenOnly() {
        for (int i = 0; i < 12; i++) {
            paced.report(paced.demand("a"), Feedback.SUCCEEDED);
        }
        advance(500);
        for (int i = 0; i < 4; i++) {
            paced.report(paced.demand("a"), Feedback.OVERLOADED);
        }
        advance(500);
        paced.report(paced.demand("a"), Feedback.SUCCEEDED);
        Pace pace = paced.pace("a");
        assertThat(pace.engaged()).as("4 of 17 fail").isTrue();
        assertThat(pace.milli()).as("three quarters are served").isEqualTo(pace.beforeMilli());
    }

    @Test
    void aPauseOfOurOwnIsMadeOnlyIfMostCallsFail() {
        Feedback failed = new Feedback(0, 1, 0, 0, false, 2_000 * MILLI);
        paced.served("a", 18);
        paced.report(paced.demand("a"), failed);
        assertThat(paced.pace("a").pausedNanos()).isZero();
        for (int i = 0; i < 8; i++) {
            paced.report(paced.demand("a"), failed);
        }
        assertThat(paced.pace("a").pausedNanos()).as("18 of 27 are served").isZero();
        paced.report(paced.demand("a"), failed);
        assertThat(paced.pace("a").pausedNanos()).isEqualTo(2_000 * MILLI);
    }

    @Test
    void aPauseOfOurOwnThatBeginsBeforeMuchIsKnownDoesNotPaceWhatComesAfterIt() {
        Feedback failed = new Feedback(0, 1, 0, 0, false, 500 * MILLI);
        paced.report(paced.demand("a"), failed);
        assertThat(paced.pace("a")).isEqualTo(new Pace(false, 0, 0, 500 * MILLI));
        for (int i = 0; i < 3; i++) {
            paced.call(paced.demand("a"));
        }
        advance(500);
        assertThat(paced.gone).containsExactly(500 * MILLI, 500 * MILLI, 500 * MILLI);
        paced.overloaded("a", 9);
        paced.report(paced.demand("a"), failed);
        assertThat(paced.pace("a").engaged()).as("ten results are known").isTrue();
    }

    @Test
    void whatWasOrderedHoldsThoughMostCallsAreServed() {
        paced.served("a", 100);
        paced.report(paced.demand("a"), new Feedback(0, 1, 0, 1_000 * MILLI, false, 3_000 * MILLI));
        assertThat(paced.pace("a").pausedNanos()).isEqualTo(1_000 * MILLI);
    }

    @Test
    void aPauseOfAKeyIsOneOfTheRuleWhereTheRuleHasNone() {
        paced.report(paced.demand("a"), new Feedback(0, 1, 700 * MILLI, 0));
        assertThat(paced.pace("a").pausedNanos()).isEqualTo(700 * MILLI);
    }

    @Test
    void aCallThatCostsNothingIsHeldByPauseAndPace() {
        Bandwidth hundred = Bandwidth.builder().fixedWindow(100, SECOND).build();
        Limit forNothing = new Limit(
                hundred, "100/s", List.of(new Limit.Cost(rule("any").build().match(), 0)), null);
        paced = new PacedBench(free("a").limit(forNothing).wait(Duration.ZERO).build());
        Demand demand = Objects.requireNonNull(
                paced.bench.throttles.http(HttpCall.READER, HttpCall.of("GET", "http://api.test/")));
        for (int i = 0; i < 1_000; i++) {
            assertThat(goesAtOnce(demand)).isTrue();
        }
        advance(1_000);
        paced.report(demand, new Feedback(0, 1, 0, 500 * MILLI));
        assertThat(paced.ledger().decide(PacedBench.request(demand), 0))
                .isEqualTo(new Answer.Refusal(500 * MILLI, 0, null, Answer.Cause.PAUSE));
        advance(500);
        assertThat(goesAtOnce(demand)).isTrue();
        assertThat(paced.ledger().decide(PacedBench.request(demand), 0))
                .as("as many as the limit lets go")
                .isEqualTo(new Answer.Refusal(10 * MILLI, 0, null, Answer.Cause.PACE));
    }

    @Test
    void whileCallsWaitNothingIsSettledElseTheyWouldAllGoInOneInstant() {
        paced = new PacedBench(free("a").backoff(NOT_ADAPTIVE).build());
        paced.warmUp("a", 100, 10);
        paced.pause("a", 500);
        long gap = 1_000_000_000_000L / paced.pace("a").milli();
        // A quarter more than the pace: the line is always as long as the wait allows.
        for (int i = 0; i < 2_000; i++) {
            paced.call(paced.demand("a"));
            advance(8);
        }
        assertThat(paced.rejected).isNotEmpty();
        assertThat(paced.gone).hasSizeGreaterThan(1_300);
        assertThat(paced.pace("a").engaged()).isTrue();
        advance(1_100);
        for (int i = 1; i < paced.gone.size(); i++) {
            assertThat(paced.gone.get(i) - paced.gone.get(i - 1)).isGreaterThanOrEqualTo(gap);
        }
        assertThat(paced.pace("a")).isEqualTo(Pace.NONE);
    }

    @Test
    void aPauseLongerThanTheCalmIsReleasedAtThePaceAndTenSecondsLaterAllIsAsItWas() {
        paced = new PacedBench(free("a").backoff(NOT_ADAPTIVE).build());
        paced.warmUp("a", 10, 10);
        paced.pause("a", 30_000);
        advance(29_500);
        for (int i = 0; i < 5; i++) {
            paced.call(paced.demand("a"));
        }
        advance(1_500);
        assertThat(paced.gone).hasSize(5).doesNotHaveDuplicates();
        assertThat(paced.gone.get(0)).isEqualTo(40_000 * MILLI);
        advance(8_999);
        assertThat(paced.pace("a").engaged()).isTrue();
        advance(1);
        assertThat(paced.pace("a")).isEqualTo(Pace.NONE);
    }

    @Test
    void manyThreadsTogetherAreNoFasterThanThePace() throws InterruptedException {
        Throttles throttles = new Throttles(
                List.of(free("b").wait(Duration.ZERO).build()),
                Machinery.builder().build(),
                new LocalLedger(TimeMeter.SYSTEM_NANOTIME));
        RuleThrottle throttle = (RuleThrottle) throttles.downstream("b");
        Demand demand = Objects.requireNonNull(throttle.code(1));
        Request request = PacedBench.request(demand);
        for (int i = 0; i < 100; i++) {
            throttle.tryAcquire();
        }
        throttle.ledger().report(request, new Feedback(0, 1, 0, 20 * MILLI));
        long gap = 1_000_000_000_000L / throttle.ledger().paceOf(request).milli();
        long begun = System.nanoTime();
        AtomicInteger went = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                while (System.nanoTime() - begun < 300 * MILLI) {
                    if (throttle.tryAcquire()) {
                        went.incrementAndGet();
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        long passed = System.nanoTime() - begun;
        assertThat(went.get()).isBetween(1, (int) (1 + passed / gap));
    }
}
