package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.testkit.RuleBuilder;
import dev.headgate.throttle.match.HttpCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** How calls come back after a pause, whatever limits their rule has. */
class ReleaseTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private PacedBench paced = new PacedBench(free("a").build());

    @AfterEach
    void theCountsAddUp() {
        paced.bench.assertAddsUp();
    }

    private static RuleBuilder free(String name) {
        return rule(name).backoff(Backoff.DEFAULT).queue(1_000).wait(Duration.ofMinutes(1));
    }

    static List<UnaryOperator<RuleBuilder>> kinds() {
        return List.of(
                rule -> rule,
                rule -> rule.tokenBucket(1_000, 1_000, SECOND),
                rule -> rule.fixedWindow(1_000, SECOND),
                rule -> rule.log(1_000, SECOND),
                rule -> rule.limit(
                        "counter",
                        Bandwidth.builder().slidingWindowCounter(1_000, SECOND).build()),
                rule -> rule.limit(
                        "queue",
                        Bandwidth.builder()
                                .leakyBucket(1_000, SECOND)
                                .depth(100_000)
                                .build()),
                rule -> rule.limit(
                        "meter",
                        Bandwidth.builder()
                                .leakyBucket(1_000, SECOND)
                                .depth(1_000)
                                .meter()
                                .build()));
    }

    private List<Long> call(String rule, int calls) {
        for (int i = 0; i < calls; i++) {
            paced.call(paced.demand(rule));
        }
        return paced.gone;
    }

    private void assertEvery(long gapNanos, long firstNanos, int calls) {
        List<Long> expected = new ArrayList<>();
        for (int i = 0; i < calls; i++) {
            expected.add(firstNanos + i * gapNanos);
        }
        assertThat(paced.gone).containsExactlyElementsOf(expected);
    }

    private static long gap(Pace pace) {
        return (1_000_000_000_000L + pace.milli() - 1) / pace.milli();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void callsComeBackOneByOneAtWhatWentBefore(UnaryOperator<RuleBuilder> limits) {
        paced = new PacedBench(limits.apply(free("a")).build());
        paced.warmUp("a", 100, 10);
        paced.pause("a", 500);
        Pace pace = paced.pace("a");
        // 1,000 calls in the ten seconds before, of which those that count cover the last nine.
        assertThat(pace.milli()).isBetween(100_000L, 101_000L);
        assertThat(pace).isEqualTo(new Pace(true, pace.milli(), pace.milli(), 500 * MILLI));
        call("a", 40);
        assertThat(paced.gone).isEmpty();
        paced.bench.clock.advanceMillis(2_000);
        assertEvery(gap(pace), 10_500 * MILLI, 40);
    }

    @Test
    void oneSecondIsTheLeastWhereHardlyAnythingWentBefore() {
        paced.pause("a", 500);
        assertThat(paced.pace("a")).isEqualTo(new Pace(true, 1_000, 1_000, 500 * MILLI));
        call("a", 4);
        paced.bench.clock.advanceMillis(5_000);
        assertEvery(1_000 * MILLI, 500 * MILLI, 4);
    }

    @Test
    void noMoreThanTheTightestLimitComesBack() {
        paced = new PacedBench(free("a").tokenBucket(100, 10, SECOND).build());
        call("a", 100);
        paced.pause("a", 500);
        assertThat(paced.pace("a").milli()).isEqualTo(10_000);
    }

    @Test
    void ruleWithoutBackoffHearsNothing() {
        paced = new PacedBench(rule("a").tokenBucket(1, 1, SECOND).build());
        paced.pause("a", 500);
        assertThat(paced.pace("a")).isEqualTo(Pace.NONE);
        assertThat(call("a", 1)).containsExactly(0L);
    }

    @Test
    void unlimitedWithoutBackoffTakesNothing() {
        paced = new PacedBench(rule("a").build());
        assertThat(((RuleThrottle) paced.bench.throttle("a")).code(1)).isNull();
    }

    /** Arrivals in the first 100 ms at a downstream that told 50 processes the same instant. */
    private int herd(@Nullable RandomGenerator random) {
        int first = 0;
        for (int process = 0; process < 50; process++) {
            paced = new PacedBench(random, free("a").build());
            paced.warmUp("a", 4, 10);
            paced.pause("a", 30_000);
            paced.pause("a", 30_000);
            assertThat(paced.pace("a").milli()).isBetween(4_000L, 4_500L);
            call("a", 20);
            paced.bench.clock.advanceMillis(60_000);
            assertThat(paced.gone).hasSize(20);
            assertThat(paced.gone.get(0)).isGreaterThanOrEqualTo(40_000 * MILLI);
            first += (int) paced.gone.stream().filter(at -> at < 40_100 * MILLI).count();
            paced.bench.assertAddsUp();
        }
        return first;
    }

    @Test
    void manyProcessesThatWereToldTheSameInstantDoNotComeBackInOne() {
        assertThat(herd(new Random(1)))
                .as("1 + 1.5 times the pace of all times 0.1 s")
                .isLessThanOrEqualTo(31)
                .isGreaterThanOrEqualTo(9);
        assertThat(herd(null)).as("else they do").isEqualTo(50);
    }

    private long end(Backoff backoff, long pauseMillis, RandomGenerator random) {
        paced = new PacedBench(random, free("a").backoff(backoff).build());
        paced.warmUp("a", 1, 5);
        paced.pause("a", pauseMillis);
        call("a", 1);
        paced.bench.clock.advanceMillis(60_000);
        paced.bench.assertAddsUp();
        return paced.gone.get(0) - 5_000 * MILLI;
    }

    @Test
    void whereNobodyElseIsKnownAPauseEndsLateOnlyByATenthAndOnlyIfTheRuleHasJitter() {
        RandomGenerator last = () -> 2 * 999_999;
        assertThat(last.nextLong(1_000_000)).isEqualTo(999_999);
        assertThat(end(Backoff.DEFAULT, 1_000, last)).isEqualTo(1_099_999_900);
        assertThat(end(Backoff.DEFAULT, 30_000, last))
                .as("a second from call to call")
                .isEqualTo(30_999_999_000L);
        Backoff exact = new Backoff(
                Backoff.DEFAULT.signals(), 300_000 * MILLI, 0, 200, 30_000 * MILLI, Backoff.Jitter.NONE, true);
        assertThat(end(exact, 1_000, last)).isEqualTo(1_000 * MILLI);
    }

    @Test
    void aSlowKeyDoesNotHoldTheOthersBack() {
        paced = new PacedBench(
                free("a").context("tenant").tokenBucket(1, 1, SECOND).build());
        for (int i = 0; i < 10; i++) {
            for (int tenant = 0; tenant < 20; tenant++) {
                paced.call(paced.demandOf("a", "t" + tenant));
            }
            paced.bench.clock.advanceMillis(1_000);
        }
        paced.gone.clear();
        paced.pause("a", 200);
        Pace pace = paced.pace("a");
        assertThat(pace.milli()).isBetween(19_000L, 23_000L);
        for (int i = 0; i < 5; i++) {
            paced.call(paced.demandOf("a", "slow"));
        }
        for (int tenant = 0; tenant < 10; tenant++) {
            paced.call(paced.demandOf("a", "t" + tenant));
        }
        paced.bench.clock.advanceMillis(1_150);
        assertThat(paced.gone).as("the slow one's first, and all others").hasSize(11);
        for (int i = 1; i < 11; i++) {
            assertThat(paced.gone.get(i) - paced.gone.get(i - 1)).isGreaterThanOrEqualTo(gap(pace));
        }
        paced.bench.clock.advanceMillis(10_000);
        assertThat(paced.gone).hasSize(15);
        assertThat(paced.rejected).isEmpty();
    }

    @Test
    void slotsThatWereGivenBackAreGivenAgain() {
        paced.warmUp("a", 10, 10);
        paced.pause("a", 1_000);
        long gap = gap(paced.pace("a"));
        call("a", 2);
        Scheduled third = paced.call(paced.demand("a"));
        Scheduled fourth = paced.call(paced.demand("a"));
        assertThat(fourth.cancel()).isTrue();
        assertThat(third.cancel()).isTrue();
        call("a", 3);
        paced.bench.clock.advanceMillis(2_000);
        assertEvery(gap, 11_000 * MILLI, 5);
    }

    @Test
    void whatWasGivenBackDoesNotCountAsWhatWentBefore() {
        paced = new PacedBench(free("a").tokenBucket(1, 1, Duration.ofMillis(1)).build());
        List<Scheduled> waiting = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            waiting.add(paced.call(paced.demand("a")));
        }
        waiting.stream().skip(5).forEach(Scheduled::cancel);
        paced.bench.clock.advanceMillis(1_000);
        paced.pause("a", 100);
        assertThat(paced.pace("a").milli()).isEqualTo(5_000);
    }

    @Test
    void debtsCountAndTakeTheirTurn() {
        for (int i = 0; i < 10; i++) {
            paced.demand("a").owe();
        }
        paced.bench.clock.advanceMillis(1_000);
        paced.overloaded("a", 10);
        assertThat(paced.pace("a").beforeMilli()).isZero();
        paced.pause("a", 1);
        assertThat(paced.pace("a").milli()).isEqualTo(10_000);
        paced.bench.clock.advanceMillis(1);
        paced.demand("a").owe();
        call("a", 1);
        paced.bench.clock.advanceMillis(1_000);
        assertEvery(0, 1_101 * MILLI, 1);
    }

    @Test
    void aCallThatWakesLateAsksAgainThoughNoLimitHasAPeriod() {
        paced.pause("a", 100);
        Demand demand = paced.demand("a");
        paced.bench.clock.oversleepOnce(160 * MILLI);
        assertThat(demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER)).isInstanceOf(Outcome.Admitted.class);
        assertThat(paced.millis())
                .as("its slot was lost, the next one comes a second later")
                .isEqualTo(1_100);
    }

    @Test
    void aPauseThatComesWhileOneIsWaitedForIsHeeded() {
        paced.pause("a", 100);
        call("a", 3);
        paced.bench.clock.advanceMillis(50);
        paced.pause("a", 3_000);
        paced.bench.clock.advanceMillis(10_000);
        assertEvery(1_000 * MILLI, 3_050 * MILLI, 3);
    }

    @Test
    void thePauseAndThePaceOfARuleThatIsChargedAlsoCount() {
        paced = new PacedBench(free("a").also("b").build(), free("b").build());
        paced.warmUp("b", 10, 10);
        paced.pause("b", 1_000);
        long gap = gap(paced.pace("b"));
        assertThat(paced.pace("a")).isEqualTo(Pace.NONE);
        call("a", 5);
        paced.bench.clock.advanceMillis(3_000);
        assertEvery(gap, 11_000 * MILLI, 5);
        paced.pause("a", 1_000);
        paced.gone.clear();
        assertThat(call("b", 1)).as("not the other way round").hasSize(1);
    }

    @Test
    void theAnswerSaysWhatStandsAgainstACall() {
        paced = new PacedBench(
                free("a").tokenBucket(100, 10, SECOND).also("b").build(),
                free("b").wait(Duration.ZERO).build());
        paced.pause("b", 300);
        Request request = PacedBench.request(paced.demand("a"));
        assertThat(paced.ledger().decide(request, 0))
                .isEqualTo(new Answer.Refusal(300 * MILLI, 1, null, Answer.Cause.PAUSE));
        assertThat(paced.ledger().comeBackNanos(request)).isEqualTo(300 * MILLI);
        assertThat(paced.ledger().pausedNanos(request, List.of())).isEqualTo(300 * MILLI);
        paced.bench.clock.advanceMillis(300);
        assertThat(paced.ledger().pausedNanos(request, List.of())).isZero();
        assertThat(paced.ledger().decide(request, 0)).isEqualTo(Answer.GO);
        assertThat(paced.ledger().decide(request, 0))
                .isEqualTo(new Answer.Refusal(1_000 * MILLI, 1, null, Answer.Cause.PACE));
        paced.ledger().owe(request.without(1));
        for (int i = 0; i < 120; i++) {
            paced.ledger().owe(request.without(1));
        }
        assertThat(paced.ledger().decide(request, 0))
                .isEqualTo(new Answer.Refusal(
                        2_300 * MILLI,
                        0,
                        request.charges().get(0).budget().limits().get(0)));
    }

    @Test
    void whatIsObservedPausesAndPacesOnlyWhatIsObserved() {
        paced = new PacedBench(free("a").mode(Mode.OBSERVE).wait(Duration.ZERO).build());
        Demand demand = paced.demand("a");
        HttpCall sent = HttpCall.of("GET", "http://api.test/");
        demand.answered(HttpCall.READER, sent, HttpAnswer.READER, HttpAnswer.of(503, "Retry-After", "1"));
        assertThat(call("a", 3)).hasSize(3);
        assertThat(paced.bench.tally("a").wouldReject()).isEqualTo(3);
        paced.bench.clock.advanceMillis(1_000);
        call("a", 3);
        assertThat(paced.bench.tally("a").wouldReject()).isEqualTo(5);
        assertThat(paced.gone).hasSize(6);
    }
}
