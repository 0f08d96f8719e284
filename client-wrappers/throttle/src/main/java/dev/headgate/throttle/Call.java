package dev.headgate.throttle;

import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.signal.ResponseReader;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What calls of one kind take. */
final class Call implements Demand {
    private final RuleThrottle throttle;
    private final @Nullable Request request;
    private final Shadows shadows;
    private final Repetition repetition;

    /** Limits that are only observed. */
    record Shadow(Counts counts, Request request) {}

    /**
     * Makes a demand.
     *
     * @param request null if nothing is enforced
     */
    Call(RuleThrottle throttle, @Nullable Request request, List<Shadow> shadows) {
        this.throttle = throttle;
        this.request = request;
        this.shadows = new Shadows(throttle, shadows);
        this.repetition = Repetition.NONE;
    }

    private Call(Call first, Repetition repetition) {
        this.throttle = first.throttle;
        this.request = first.request;
        this.shadows = first.shadows;
        this.repetition = repetition;
    }

    @Override
    public Throttle throttle() {
        return throttle;
    }

    @Override
    public Outcome acquire(@Nullable Patience patience, long deadlineNanos, Cancellation cancellation) {
        Fate fate = begin();
        if (fate == null) {
            return new Outcome.Rejected(throttle.rejectRetry());
        }
        Attempt attempt = attempt(fate, patience, deadlineNanos);
        return attempt == null
                ? Outcome.AT_ONCE
                : throttle.machinery().waiter().await(attempt, attempt.begin(), cancellation);
    }

    @Override
    public Scheduled schedule(@Nullable Patience patience, long deadlineNanos) {
        Fate fate = begin();
        if (fate == null) {
            return new DecidedCall(throttle.rejectRetry());
        }
        Attempt attempt = attempt(fate, patience, deadlineNanos);
        if (attempt == null) {
            return DecidedCall.GOES;
        }
        Delays delays = throttle.machinery().delays();
        return isFar() ? delays.scheduleFar(attempt) : delays.schedule(attempt, attempt.begin());
    }

    @Override
    public @Nullable Rejection goOrOwe(@Nullable Patience patience, long deadlineNanos) {
        Fate fate = begin();
        if (fate == null) {
            return throttle.rejectRetry();
        }
        Attempt attempt = attempt(fate, patience, deadlineNanos);
        if (attempt == null) {
            return null;
        }
        if (attempt.begin() == Attempt.Step.WAIT && !attempt.rejectIfPaused()) {
            attempt.giveBack();
            charge(fate, false);
            return null;
        }
        attempt.finish();
        return attempt.rejection();
    }

    @Override
    public Demand asRetry() {
        return as(Repetition.CERTAIN);
    }

    /** The same for a call that is known to be made again, or not. */
    Call as(Repetition known) {
        return known == repetition ? this : new Call(this, known);
    }

    /** What hears whether the call goes; null if it is a retry too many. */
    private @Nullable Fate begin() {
        RetryBudget retries = throttle.retries();
        if (retries == null) {
            return Fate.UNTOLD;
        }
        Fate fate = retries.begin(repetition);
        if (fate == null && throttle.rule().mode() == Mode.OBSERVE) {
            throttle.counts().wouldReject.increment();
            return Fate.UNTOLD;
        }
        return fate;
    }

    @Override
    public <Q, R> void answered(HttpReader<Q> asks, Q sent, ResponseReader<R> answers, R response) {
        Request heard = heard();
        if (heard == null) {
            return;
        }
        try {
            Result result = throttle.feedbacks().answered(heard, answers, response);
            remember(result, asks, sent);
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    @Override
    public <Q> void failed(HttpReader<Q> asks, Q sent, Throwable thrown) {
        Request heard = heard();
        if (heard == null) {
            return;
        }
        try {
            Result result = throttle.feedbacks().failed(heard, thrown);
            remember(result, asks, sent);
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    private <Q> void remember(Result result, HttpReader<Q> asks, Q sent) {
        RetryBudget retries = throttle.retries();
        if (retries != null && result.isFailure()) {
            retries.failed(asks, sent);
        }
    }

    @Override
    public void ended(@Nullable Throwable thrown) {
        Request heard = heard();
        if (heard == null) {
            return;
        }
        try {
            if (thrown == null) {
                throttle.feedbacks().served(heard);
                return;
            }
            Result result = throttle.feedbacks().failed(heard, thrown);
            RetryBudget retries = throttle.retries();
            if (retries != null && result.isFailure()) {
                retries.failed();
            }
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    /** What hears of the call's end: what is enforced of its own rule, or what is observed of it. */
    @Nullable
    Request heard() {
        return request == null ? shadows.own() : request;
    }

    @Override
    public void owe() {
        RetryBudget retries = throttle.retries();
        throttle.counts().offered.increment();
        charge(retries == null ? Fate.UNTOLD : retries.goes(repetition), true);
    }

    private void charge(Fate fate, boolean observed) {
        Counts counts = throttle.counts();
        try {
            if (isFar() || observed && shadows.isFar()) {
                throttle.later(() -> take(observed));
            } else {
                take(observed);
            }
            fate.went();
            counts.owed.increment();
            counts.admitted.increment();
        } catch (Throwable broken) {
            counts.failedOpen.increment();
            throttle.tellBroken(broken);
        }
    }

    private void take(boolean observed) {
        if (observed) {
            shadows.owe();
        }
        if (request != null) {
            throttle.ledger().owe(request);
        }
    }

    /** What is enforced, if anything. */
    @Nullable
    Request request() {
        return request;
    }

    private boolean isFar() {
        return request != null && request.isFar();
    }

    /** Null if the call goes at once: then nothing was allocated. A ledger that is far away is not asked yet. */
    private @Nullable Attempt attempt(Fate fate, @Nullable Patience patience, long deadlineNanos) {
        Counts counts = throttle.counts();
        counts.offered.increment();
        try {
            shadows.observe(patience, deadlineNanos);
            if (isFar()) {
                return new Attempt(throttle, Objects.requireNonNull(request), fate, patience, deadlineNanos, null);
            }
            Answer answer = request == null ? Answer.GO : throttle.ledger().decide(request, 0);
            if (request == null || answer == Answer.GO) {
                fate.went();
                counts.admitted.increment();
                return null;
            }
            return new Attempt(throttle, request, fate, patience, deadlineNanos, (Answer.Refusal) answer);
        } catch (Throwable broken) {
            counts.failedOpen.increment();
            throttle.tellBroken(broken);
            return null;
        }
    }
}
