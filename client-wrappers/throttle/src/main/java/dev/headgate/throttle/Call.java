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
    }

    @Override
    public Throttle throttle() {
        return throttle;
    }

    @Override
    public Outcome acquire(@Nullable Patience patience, long deadlineNanos, Cancellation cancellation) {
        Attempt attempt = attempt(patience, deadlineNanos);
        return attempt == null
                ? Outcome.AT_ONCE
                : throttle.machinery().waiter().await(attempt, attempt.begin(), cancellation);
    }

    @Override
    public Scheduled schedule(@Nullable Patience patience, long deadlineNanos) {
        Attempt attempt = attempt(patience, deadlineNanos);
        if (attempt == null) {
            return DecidedCall.GOES;
        }
        Delays delays = throttle.machinery().delays();
        return isFar() ? delays.scheduleFar(attempt) : delays.schedule(attempt, attempt.begin());
    }

    @Override
    public @Nullable Rejection goOrOwe(@Nullable Patience patience, long deadlineNanos) {
        Attempt attempt = attempt(patience, deadlineNanos);
        if (attempt == null) {
            return null;
        }
        if (attempt.begin() == Attempt.Step.WAIT && !attempt.rejectIfPaused()) {
            attempt.giveBack();
            charge(false);
            return null;
        }
        attempt.finish();
        return attempt.rejection();
    }

    @Override
    public Demand asRetry() {
        return this;
    }

    @Override
    public <Q, R> void answered(HttpReader<Q> asks, Q sent, ResponseReader<R> answers, R response) {
        Request heard = heard();
        if (heard == null) {
            return;
        }
        try {
            throttle.feedbacks().answered(heard, answers, response);
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    @Override
    public <Q> void failed(HttpReader<Q> asks, Q sent, Throwable thrown) {
        ended(thrown);
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
            } else {
                throttle.feedbacks().failed(heard, thrown);
            }
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    /** What hears of the call's end: what is enforced of its own rule, or what is observed of it. */
    private @Nullable Request heard() {
        return request == null ? shadows.own() : request;
    }

    @Override
    public void owe() {
        throttle.counts().offered.increment();
        charge(true);
    }

    private void charge(boolean observed) {
        Counts counts = throttle.counts();
        try {
            if (isFar() || observed && shadows.isFar()) {
                throttle.later(() -> take(observed));
            } else {
                take(observed);
            }
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
    private @Nullable Attempt attempt(@Nullable Patience patience, long deadlineNanos) {
        Counts counts = throttle.counts();
        counts.offered.increment();
        try {
            shadows.observe(patience, deadlineNanos);
            if (isFar()) {
                return new Attempt(throttle, Objects.requireNonNull(request), patience, deadlineNanos, null);
            }
            Answer answer = request == null ? Answer.GO : throttle.ledger().decide(request, 0);
            if (request == null || answer == Answer.GO) {
                counts.admitted.increment();
                return null;
            }
            return new Attempt(throttle, request, patience, deadlineNanos, (Answer.Refusal) answer);
        } catch (Throwable broken) {
            counts.failedOpen.increment();
            throttle.tellBroken(broken);
            return null;
        }
    }
}
