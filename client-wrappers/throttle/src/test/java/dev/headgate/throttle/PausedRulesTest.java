package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static dev.headgate.throttle.PacedBench.MILLI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.testkit.HttpAnswer;
import dev.headgate.throttle.match.HttpCall;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom the pause and the pace of a rule hold back, and what they are told. */
class PausedRulesTest extends PacedRules {
    PausedRulesTest() {
        super(patient("a"));
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

    @Test
    void thePauseAndThePaceOfARuleThatIsChargedAlsoCount() {
        paced = new PacedBench(patient("a").also("b").build(), patient("b").build());
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
                patient("a").tokenBucket(100, 10, SECOND).also("b").build(),
                patient("b").wait(Duration.ZERO).build());
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
        paced = new PacedBench(
                patient("a").mode(Mode.OBSERVE).wait(Duration.ZERO).build());
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
