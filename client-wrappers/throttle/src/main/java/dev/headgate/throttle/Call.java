package dev.headgate.throttle;

import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.signal.ResponseReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What calls of one kind take. */
final class Call implements Demand {
    private final RuleThrottle throttle;
    private final @Nullable Request request;
    private final List<Shadow> shadows;

    /** Whether what is observed is decided by a trip, for which no call is held. */
    private final boolean farShadows;

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
        this.shadows = List.copyOf(shadows);
        this.farShadows =
                this.shadows.stream().anyMatch(shadow -> shadow.request().isFar());
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
        if (attempt.begin() == Attempt.Step.WAIT) {
            attempt.giveBack();
            charge(List.of());
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
    public <Q, R> void answered(HttpReader<Q> asks, Q request, ResponseReader<R> answers, R response) {}

    @Override
    public <Q> void failed(HttpReader<Q> asks, Q request, Throwable thrown) {}

    @Override
    public void ended(@Nullable Throwable thrown) {}

    @Override
    public void owe() {
        throttle.counts().offered.increment();
        charge(shadows);
    }

    private void charge(List<Shadow> observed) {
        Counts counts = throttle.counts();
        try {
            if (farShadows || isFar()) {
                throttle.machinery().continuations().execute(() -> takeAll(observed));
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

    private void takeAll(List<Shadow> observed) {
        try {
            take(observed);
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    private void take(List<Shadow> observed) {
        for (Shadow shadow : observed) {
            throttle.ledger().owe(shadow.request());
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
            if (!shadows.isEmpty()) {
                observe(patience, deadlineNanos);
            }
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

    /** Decides as if the limits were enforced, except that the call does not wait for what it would have waited for. */
    private void observe(@Nullable Patience patience, long deadlineNanos) {
        long wait = throttle.rule().waitNanos();
        long longest = Math.max(0, Math.min(deadlineNanos, patience == null ? wait : patience.left(wait)));
        if (farShadows) {
            throttle.machinery().continuations().execute(() -> observeFar(longest));
        } else {
            observe(longest);
        }
    }

    private void observeFar(long longest) {
        try {
            observe(longest);
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    private void observe(long longest) {
        for (Shadow shadow : shadows) {
            Request open = shadow.request();
            List<Answer.Slot> taken = new ArrayList<>(0);
            Answer answer = throttle.ledger().decide(open, longest);
            while (answer instanceof Answer.Slot slot && open.charges().size() > 1) {
                taken.add(slot);
                open = open.without(slot.charge());
                answer = throttle.ledger().decide(open, longest);
            }
            if (answer instanceof Answer.Refusal) {
                taken.forEach(throttle.ledger()::cancel);
                shadow.counts().wouldReject.increment();
            } else if (!taken.isEmpty() || answer instanceof Answer.Slot) {
                shadow.counts().wouldHold.increment();
            }
        }
    }
}
