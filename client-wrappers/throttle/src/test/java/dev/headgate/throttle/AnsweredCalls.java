package dev.headgate.throttle;

import static dev.headgate.testkit.RuleBuilder.rule;

import dev.headgate.testkit.HearingLedger;
import dev.headgate.testkit.HttpAnswer;
import dev.headgate.testkit.ManualBench;
import dev.headgate.testkit.RuleBuilder;
import dev.headgate.throttle.match.HttpCall;
import dev.headgate.throttle.signal.SignalTerms;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.AfterEach;

/** Rules on a manual clock, {@code a} among them, whose calls are answered by hand. */
abstract class AnsweredCalls {
    static final Duration SECOND = Duration.ofSeconds(1);
    static final long MILLI = 1_000_000;
    static final HttpCall SENT = HttpCall.of("GET", "http://api.test/x");

    /** As in the file, but without chance. */
    private static final Backoff EXACT = backoff(10, 100, false);

    ManualBench bench = new ManualBench();
    HearingLedger reports;

    @AfterEach
    void theCountsAddUp() {
        bench.assertAddsUp();
    }

    static Backoff backoff(long floorMillis, long floorMaxMillis, boolean adaptive) {
        return new Backoff(
                SignalTerms.DEFAULT,
                300_000 * MILLI,
                floorMillis * MILLI,
                200,
                floorMaxMillis * MILLI,
                Backoff.Jitter.NONE,
                adaptive);
    }

    static RuleBuilder wide(String name) {
        return rule(name).log(1_000, SECOND).backoff(EXACT);
    }

    /** Only pauses hold its calls. */
    static RuleBuilder unlimited(String name) {
        return rule(name).backoff(EXACT);
    }

    void at(Rule... rules) {
        bench = new ManualBench(
                100,
                Runnable::run,
                clock -> {
                    reports = new HearingLedger(new LocalLedger(clock));
                    return reports;
                },
                rules);
    }

    Demand demand() {
        return ((RuleThrottle) bench.throttle("a")).code(1);
    }

    void answered(int status, String... headers) {
        demand().answered(HttpCall.READER, SENT, HttpAnswer.READER, HttpAnswer.of(status, headers));
    }

    Outcome acquire() {
        return acquire(Long.MAX_VALUE);
    }

    Outcome acquire(long deadlineNanos) {
        return demand().acquire(null, deadlineNanos, Cancellation.NEVER);
    }

    Rejection rejected() {
        return ((Outcome.Rejected) acquire()).rejection();
    }

    String inSeconds(long seconds) {
        Instant then =
                Instant.ofEpochMilli(bench.clock.currentTimeNanos() / MILLI).plusSeconds(seconds);
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(then.atOffset(ZoneOffset.UTC));
    }
}
