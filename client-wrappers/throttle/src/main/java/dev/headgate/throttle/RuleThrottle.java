package dev.headgate.throttle;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.throttle.match.Found;
import dev.headgate.throttle.match.HttpReader;
import dev.headgate.throttle.match.JdbcTarget;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One rule at work: what it has counted, who waits for it, what it has told. Thread-safe. */
final class RuleThrottle implements Throttle {
    private static final String BROKEN = "HG-201";

    private final Rule rule;
    private final Machinery machinery;
    private final Ledger ledger;
    private final Places queue;
    private final Counts counts = new Counts();
    private final Feedbacks feedbacks;
    private final @Nullable RetryBudget retries;
    private final AtomicBoolean toldHeld = new AtomicBoolean();
    private final AtomicBoolean toldRejected = new AtomicBoolean();
    private final AtomicBoolean toldBroken = new AtomicBoolean();

    /** Set once, before the first call: rules name each other, so all are made before any is wired. */
    private Tariffs tariffs = Tariffs.NONE;

    /** The demand of every call; null if calls differ. */
    private @Nullable Call shared;

    RuleThrottle(Rule rule, Machinery machinery, Ledger ledger) {
        this.rule = rule;
        this.machinery = machinery;
        this.ledger = ledger;
        this.queue = new Places(rule.queue());
        this.feedbacks = new Feedbacks(this);
        this.retries = rule.retries() == null ? null : new RetryBudget(rule.retries(), machinery.clock());
    }

    void wire(Tariffs wired) {
        tariffs = wired;
        shared = wired.shared(this);
    }

    @Override
    public Rule rule() {
        return rule;
    }

    @Override
    public long epochMillis() {
        return machinery.epochMillis();
    }

    Machinery machinery() {
        return machinery;
    }

    Ledger ledger() {
        return ledger;
    }

    Places queue() {
        return queue;
    }

    Feedbacks feedbacks() {
        return feedbacks;
    }

    /** How many retries go; null if that does not matter. */
    @Nullable
    RetryBudget retries() {
        return retries;
    }

    Counts counts() {
        return counts;
    }

    Tally tally() {
        return counts.tally(rule, queue.taken(), pace());
    }

    /** How calls come back now, as far as there is a call by which to ask. */
    private Pace pace() {
        Call every = shared;
        Request any = every == null ? feedbacks.troubles().pace().watched() : every.heard();
        try {
            return any == null ? Pace.NONE : ledger.paceOf(any);
        } catch (Throwable broken) {
            tellBroken(broken);
            return Pace.NONE;
        }
    }

    @Override
    public void acquire(long tokens) throws RateLimitedIOException, InterruptedException {
        Outcome outcome = acquire(tokens, Long.MAX_VALUE);
        if (outcome instanceof Outcome.Rejected rejected) {
            throw rejected.rejection().toIOException();
        }
        if (outcome instanceof Outcome.Interrupted) {
            throw new InterruptedException(rule.name() + ": interrupted while the call waited for its slot");
        }
    }

    @Override
    public boolean tryAcquire() {
        return acquire(1, 0) instanceof Outcome.Admitted;
    }

    private Outcome acquire(long tokens, long deadlineNanos) {
        Demand demand = code(tokens);
        return demand == null ? Outcome.AT_ONCE : demand.acquire(null, deadlineNanos, Cancellation.NEVER);
    }

    /** What a call takes that the program makes by itself. */
    @Nullable
    Demand code(long tokens) {
        if (tokens == 1 && shared != null) {
            return shared;
        }
        tariffs.mustFit(rule, tokens);
        return read(() -> tariffs.code(this, tokens));
    }

    <R> @Nullable Demand http(HttpReader<R> reader, R request, Found<?> found) {
        Call call = shared != null ? shared : read(() -> tariffs.http(this, reader, request, found));
        return call == null || retries == null || !retries.isWatching()
                ? call
                : repeated(call, retries, reader, request);
    }

    private <R> Demand repeated(Call call, RetryBudget budget, HttpReader<R> reader, R request) {
        try {
            return call.as(budget.read(reader, request));
        } catch (Throwable broken) {
            tellBroken(broken);
            return call;
        }
    }

    /** A retry is one too many. */
    Rejection rejectRetry() {
        RetryBudget budget = Objects.requireNonNull(retries);
        Rejection rejection = Wording.retryBudget(rule, budget.terms(), budget.comeBackNanos());
        counts.offered.increment();
        counts.rejected.increment();
        counts.retriesRejected.increment();
        feedbacks.troubles().retryRejected(rejection);
        return rejection;
    }

    @Nullable
    Demand jdbc(JdbcTarget target) {
        return shared != null ? shared : read(() -> tariffs.jdbc(this, target));
    }

    /** What a call takes; null lets it go: the rule takes nothing, or the call could not be read. */
    private @Nullable Call read(Supplier<Call> reader) {
        if (tariffs.isEmpty()) {
            return null;
        }
        try {
            return reader.get();
        } catch (Throwable broken) {
            counts.offered.increment();
            counts.failedOpen.increment();
            tellBroken(broken);
            return null;
        }
    }

    /** Runs it on the pool; what breaks in it is told. */
    void later(Runnable task) {
        machinery.continuations().execute(() -> {
            try {
                task.run();
            } catch (Throwable broken) {
                tellBroken(broken);
            }
        });
    }

    void tellHeld(Objection why, long waitNanos) {
        counts.held.increment();
        feedbacks.troubles().confirm();
        if (!toldHeld.get() && toldHeld.compareAndSet(false, true)) {
            machinery.tell(why.wording().held(waitNanos));
        }
    }

    void tellRejected(@Nullable Rejection rejection) {
        feedbacks.troubles().confirm();
        if (rejection != null && !toldRejected.get() && toldRejected.compareAndSet(false, true)) {
            machinery.tell(Wording.firstRejected(rejection));
        }
    }

    void tellBroken(Throwable broken) {
        if (!toldBroken.get() && toldBroken.compareAndSet(false, true)) {
            machinery.warn(
                    BROKEN,
                    rule.name() + ": a decision failed and the call was let go (" + broken
                            + "); later ones are counted as failed open");
        }
    }
}
