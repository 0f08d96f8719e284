package dev.headgate.throttle;

import dev.headgate.throttle.signal.ResponseReader;
import dev.headgate.throttle.signal.Signal;
import dev.headgate.throttle.signal.Signals;

/**
 * Makes of what calls of one rule were answered what the ledger hears: a result, and a pause where one was ordered or is due.
 * Thread-safe. Of a served call that says nothing else it allocates nothing.
 */
final class Feedbacks {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final RuleThrottle throttle;
    private final Backoff terms;
    private final boolean off;
    private final OwnBackoff own;
    private final Troubles troubles;

    Feedbacks(RuleThrottle throttle) {
        Machinery machinery = throttle.machinery();
        this.throttle = throttle;
        this.terms = throttle.rule().backoff();
        this.off = terms.isOff();
        this.own = new OwnBackoff(terms, machinery.clock(), machinery.random());
        this.troubles = new Troubles(throttle);
    }

    Troubles troubles() {
        return troubles;
    }

    /**
     * Hears of a response.
     *
     * @param request what the call took
     */
    <R> Result answered(Request request, ResponseReader<R> answers, R response) {
        int status = answers.status(response);
        if (status == Classifier.TOO_MANY_REQUESTS && OwnRejections.isOurs(answers, response)) {
            return Result.NONE;
        }
        if (off) {
            return counted(Classifier.of(status, Signal.NONE));
        }
        Signal signal = Signals.read(
                answers, response, terms.signals(), throttle.machinery().epochMillis());
        Result result = counted(Classifier.of(status, signal));
        if (signal.kind() != Signal.Kind.NONE && signal.delayMillis() > 0) {
            order(request, status, signal, result);
        } else if (signal.kind() == Signal.Kind.HARD) {
            turnAway(request, status, result);
        } else if (result == Result.OVERLOAD) {
            overload(request);
        } else if (result == Result.SUCCESS) {
            succeed(request);
        }
        return result;
    }

    /**
     * Hears that a call ended without a response, or had none to begin with.
     *
     * @param request as in {@link #answered}
     * @param thrown what the client threw
     */
    Result failed(Request request, Throwable thrown) {
        Result result = counted(Classifier.of(thrown));
        if (!off && result == Result.OVERLOAD) {
            overload(request);
        }
        return result;
    }

    /** Hears that a call was served of which nothing else is known. */
    void served(Request request) {
        if (!off) {
            succeed(request);
        }
    }

    private Result counted(Result result) {
        if (result == Result.OVERLOAD) {
            throttle.counts().overloaded.increment();
        }
        return result;
    }

    /** Whether such a refusal speaks of who calls, and not of how the downstream is. */
    private static boolean isOfKey(int status) {
        return status == Classifier.TOO_MANY_REQUESTS
                || status == Classifier.FORBIDDEN
                || status == Classifier.BAD_REQUEST;
    }

    private static long bad(Result result) {
        return result == Result.OVERLOAD ? 1 : 0;
    }

    private void succeed(Request request) {
        calm(request);
        throttle.ledger().report(request, Feedback.SUCCEEDED);
        troubles.served();
    }

    private void calm(Request request) {
        if (!own.isCalm()) {
            own.succeeded(PauseScope.RULE);
            own.succeeded(PauseScope.ofKey(request));
        }
    }

    private void order(Request request, int status, Signal signal, Result result) {
        if (result == Result.SUCCESS) {
            calm(request);
        }
        boolean cut = signal.delayMillis() > terms.maxPauseNanos() / NANOS_PER_MILLI;
        long pause = cut ? terms.maxPauseNanos() : signal.delayMillis() * NANOS_PER_MILLI;
        boolean ofKey = isOfKey(status) || signal.kind() == Signal.Kind.SOFT;
        PauseScope whose = ofKey && signal.scope() != Signal.Scope.HOST ? PauseScope.ofKey(request) : PauseScope.RULE;
        pause(request, whose, result, pause, cut);
        boolean turnedAway = signal.kind() == Signal.Kind.HARD;
        troubles.ordered(whose, PauseWords.ordered(status, signal), pause, cut, turnedAway);
        troubles.trouble(request);
    }

    /** Nobody said for how long: then it is our own back-off, on the rule only where most of its calls fail. */
    private void turnAway(Request request, int status, Result result) {
        PauseScope whose = isOfKey(status) ? PauseScope.ofKey(request) : PauseScope.RULE;
        long pause = own.refused(whose);
        if (isOfKey(status)) {
            pause(request, whose, result, pause, false);
        } else {
            throttle.ledger().report(request, new Feedback(0, bad(result), 0, 0, false, pause));
        }
        troubles.made(request, whose, PauseWords.answered(status), pause);
        troubles.trouble(request);
    }

    /** It was too much, but nobody turned calls away: a downstream that only begins anew is not left alone for that. */
    private void overload(Request request) {
        throttle.ledger().report(request, Feedback.OVERLOADED);
        troubles.trouble(request);
    }

    private void pause(Request request, PauseScope whose, Result result, long nanos, boolean probe) {
        boolean rule = whose.isRule();
        throttle.ledger()
                .report(
                        request,
                        new Feedback(
                                result == Result.SUCCESS ? 1 : 0,
                                bad(result),
                                rule ? 0 : nanos,
                                rule ? nanos : 0,
                                probe,
                                0));
    }
}
