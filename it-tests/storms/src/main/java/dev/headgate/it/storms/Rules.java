package dev.headgate.it.storms;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.RetryTerms;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.match.Match;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The one rule of each fleet, with the file's defaults. */
final class Rules {
    private static final Match EVERY_CALL = new Match(List.of(), Set.of(), List.of(), List.of(), List.of());
    private static final long WAIT_NANOS = 1_000_000_000;
    private static final int QUEUE = 64;
    private static final int MAX_KEYS = 10_000;

    private Rules() {}

    /** Limits, pauses, paces and the retry budget, as the file's defaults are. */
    static Rule whole(List<Bandwidth> limits) {
        return rule(limits, Backoff.DEFAULT, RetryTerms.DEFAULT);
    }

    /** The same with {@code adaptive: false}. */
    static Rule notAdaptive(List<Bandwidth> limits) {
        return rule(limits, notAdaptive(Backoff.DEFAULT.floorNanos()), RetryTerms.DEFAULT);
    }

    /** The same with {@code floor: 0}. */
    static Rule noGuesses(List<Bandwidth> limits) {
        return rule(limits, notAdaptive(0), RetryTerms.DEFAULT);
    }

    private static Backoff notAdaptive(long floorNanos) {
        Backoff usual = Backoff.DEFAULT;
        return new Backoff(
                usual.signals(),
                usual.maxPauseNanos(),
                floorNanos,
                usual.factorPercent(),
                usual.floorMaxNanos(),
                usual.jitter(),
                false);
    }

    /** Limits and nothing else. */
    static Rule limitsOnly(List<Bandwidth> limits) {
        return rule(limits, Backoff.OFF, null);
    }

    private static Rule rule(List<Bandwidth> limits, Backoff backoff, @Nullable RetryTerms retries) {
        return new Rule(
                "downstream",
                "storm lab",
                Mode.ENFORCE,
                EVERY_CALL,
                limits.stream()
                        .map(each -> new Limit(each, each.toString(), List.of(), null))
                        .toList(),
                List.of(),
                MAX_KEYS,
                WAIT_NANOS,
                QUEUE,
                List.of(),
                Store.REDIS,
                OnFailure.LOCAL,
                backoff,
                retries,
                Reject.EXCEPTION);
    }
}
