package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;
import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.testkit.ManualBench;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.signal.SignalTerms;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PaceWatchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final HttpCall SENT = HttpCall.of("GET", "http://api.test/x");

    /** Without pauses of its own, so that only the pace holds calls back. */
    private static final Backoff ADAPTIVE =
            new Backoff(SignalTerms.DEFAULT, 300_000_000_000L, 0, 200, 30_000_000_000L, Backoff.Jitter.NONE, true);

    private final ManualBench bench = new ManualBench(
            rule("a").log(1_000, SECOND).backoff(ADAPTIVE).wait(Duration.ZERO).build());

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    /** Calls every so many milliseconds, as far as they may go, each answered at once. */
    private List<Rejection> calls(int times, long everyMillis, int status, String... headers) {
        List<Rejection> rejected = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            Demand demand = bench.throttles.http(HttpCall.READER, SENT);
            Outcome outcome = demand.acquire(null, Long.MAX_VALUE, Cancellation.NEVER);
            if (outcome instanceof Outcome.Rejected no) {
                rejected.add(no.rejection());
            } else {
                demand.answered(HttpCall.READER, SENT, HttpAnswer.READER, HttpAnswer.of(status, headers));
            }
            bench.clock.advanceMillis(everyMillis);
        }
        return rejected;
    }

    @Test
    void aCutIsToldAndTheReturnToWhatWasBefore() {
        calls(1_000, 10, 200);
        assertThat(bench.tally("a")).returns(1_000L, Tally::pacePermille).returns(0L, Tally::cuts);
        calls(115, 10, 502);
        assertThat(bench.said.get(0))
                .matches("HG-502 a: too many of its calls fail; they go one after the other, 7[01] a second instead of"
                        + " 10[01]");
        assertThat(bench.tally("a").pacePermille()).isBetween(699L, 700L);
        assertThat(bench.tally("a").cuts()).isEqualTo(1);
        List<Rejection> rejected = calls(4, 5, 200);
        assertThat(rejected).isNotEmpty();
        assertThat(rejected.get(0).reason()).isEqualTo(Reason.PAUSED);
        assertThat(rejected.get(0).message())
                .matches(
                        "a: after a pause or failures its calls go one after the other, 7[0-9] a second instead of 10[01]"
                                + " \\(headgate.yml:3:3\\); the next call may go in \\d+ ms, and its calls do not wait \\(wait:"
                                + " 0\\)");
        calls(2_000, 10, 200);
        assertThat(bench.said).hasSize(3);
        assertThat(bench.said.get(1)).contains("A call was rejected; this is told once");
        assertThat(bench.said.get(2))
                .isEqualTo("a: its calls are served as before; nothing holds them any more but the limits");
        assertThat(bench.tally("a")).returns(1_000L, Tally::pacePermille).returns(1L, Tally::cuts);
    }

    @Test
    void aCutInEachSecondIsOneLineEach() {
        calls(1_000, 10, 200);
        calls(1_000, 10, 502);
        long lines =
                bench.said.stream().filter(line -> line.startsWith("HG-502")).count();
        assertThat(lines).isBetween(3L, 10L).isEqualTo(bench.tally("a").cuts());
    }

    @Test
    void aPauseWithoutACutIsOverWhenThePaceIs() {
        calls(1_000, 10, 200);
        calls(1, 0, 503, "Retry-After", "2");
        assertThat(bench.tally("a")).returns(2_000_000_000L, Tally::pausedNanos).returns(1_000L, Tally::pacePermille);
        assertThat(calls(3, 500, 200)).hasSize(3).allMatch(each -> each.reason() == Reason.PAUSED);
        calls(2_000, 10, 200);
        assertThat(bench.said.get(0)).startsWith("HG-501 a: the other side answered 503");
        assertThat(bench.said.get(bench.said.size() - 1))
                .isEqualTo("a: its calls are served as before; nothing holds them any more but the limits");
        assertThat(bench.said).noneMatch(line -> line.startsWith("HG-502"));
        assertThat(bench.tally("a")).returns(0L, Tally::pausedNanos).returns(1L, Tally::pauses);
    }
}
