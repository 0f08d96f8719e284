package dev.headgate.adapter.jdk;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Scheduled;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.Throttle;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.Match;
import dev.headgate.throttle.signal.ResponseReader;
import java.util.ArrayList;
import java.util.List;

/** Answers what the test has set and remembers what it was asked. */
final class FakeDemand implements Demand, Throttle {
    static final Rejection REJECTION = new Rejection("charges", Reason.LIMIT, 1_500, "charges is full");

    Outcome outcome = Outcome.AT_ONCE;
    long waitNanos;
    boolean undecided;
    Rejection rejectedWhenTold;
    Rejection rejection;

    final List<Patience> patiences = new ArrayList<>();
    final List<String> told = new ArrayList<>();
    final List<Long> deadlines = new ArrayList<>();
    int owed;
    int scheduled;
    int slotsBack;
    Scheduled.Continuation continuation;

    @Override
    public Throttle throttle() {
        return this;
    }

    @Override
    public Outcome acquire(Patience patience, long deadlineNanos, Cancellation cancellation) {
        patiences.add(patience);
        deadlines.add(deadlineNanos);
        return outcome;
    }

    @Override
    public Rejection goOrOwe(Patience patience, long deadlineNanos) {
        throw new UnsupportedOperationException("the JDK's clients never ask so");
    }

    @Override
    public Scheduled schedule(Patience patience, long deadlineNanos) {
        scheduled++;
        deadlines.add(deadlineNanos);
        Rejection decided = rejection;
        long wait = waitNanos;
        boolean decidedNow = !undecided;
        return new Scheduled() {
            @Override
            public boolean isDecided() {
                return decidedNow;
            }

            @Override
            public long waitNanos() {
                return wait;
            }

            @Override
            public Rejection rejection() {
                return decided;
            }

            @Override
            public void onSlot(Continuation next) {
                continuation = next;
                if (rejectedWhenTold != null) {
                    next.rejected(rejectedWhenTold);
                }
            }

            @Override
            public boolean cancel() {
                slotsBack++;
                return true;
            }
        };
    }

    @Override
    public Demand asRetry() {
        return this;
    }

    @Override
    public <Q, R> void answered(HttpReader<Q> asks, Q request, ResponseReader<R> answers, R response) {
        StringBuilder line = new StringBuilder(asks.rawPath(request) + " " + answers.status(response));
        answers.headers(response, (name, value) -> {
            if (name.equalsIgnoreCase("Retry-After")) {
                line.append(' ').append(value);
            }
        });
        told.add(line.toString());
    }

    @Override
    public <Q> void failed(HttpReader<Q> asks, Q request, Throwable thrown) {
        told.add(asks.rawPath(request) + " " + thrown);
    }

    @Override
    public void ended(Throwable thrown) {}

    @Override
    public void owe() {
        owed++;
    }

    @Override
    public long epochMillis() {
        return 0;
    }

    @Override
    public Rule rule() {
        Match any = new Match(List.of(), java.util.Set.of(), List.of(), List.of(), List.of());
        return new Rule(
                "charges",
                "code",
                Mode.ENFORCE,
                any,
                List.of(),
                List.of(),
                1,
                0,
                1,
                List.of(),
                Store.LOCAL,
                OnFailure.LOCAL,
                dev.headgate.throttle.Backoff.OFF,
                null,
                dev.headgate.throttle.Reject.EXCEPTION);
    }

    @Override
    public void acquire(long tokens) {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean tryAcquire() {
        throw new UnsupportedOperationException();
    }
}
