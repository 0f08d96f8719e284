package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.RejectionResponse;
import dev.headgate.throttle.Scheduled;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One asynchronous call whose exchange does not start yet. The client has made the exchange and counts it among its pending
 * operations; only the task that starts it is kept here, and it is always run in the end, whatever happens to the call: without
 * it the client would wait for the call forever. Thread-safe.
 */
final class HeldStart implements Beginning, Scheduled.Continuation {
    /** The table, keyed by exchange, of what ends the wait of a call early. */
    static final String TABLE = "jdk-http.held";

    private final HttpRequest request;
    private final Demand demand;
    private final Scheduled slot;
    private final Exchanges exchanges;
    private final PerCall<HeldStart> held;
    private final Executor continuations;
    private final AtomicBoolean over = new AtomicBoolean();

    private volatile @Nullable Exchange exchange;
    private volatile @Nullable Runnable start;
    private volatile @Nullable CompletableFuture<?> future;

    /** Set if the call was rejected before the program got its future; guarded by this object. */
    private @Nullable Rejection refused;

    /**
     * @param self the client's exchange, opaque here
     * @param executor where it would have started
     */
    private record Exchange(Object self, Executor executor) {}

    HeldStart(
            HttpRequest request,
            Demand demand,
            Scheduled slot,
            Exchanges exchanges,
            PerCall<HeldStart> held,
            Executor continuations) {
        this.request = request;
        this.demand = demand;
        this.slot = slot;
        this.exchanges = exchanges;
        this.held = held;
        this.continuations = continuations;
    }

    /** The exchange starts on an executor that keeps what starts it. */
    @Override
    public @Nullable Answer begin(Object self, Executor own) {
        if (exchange != null) {
            return null;
        }
        exchange = new Exchange(self, own);
        Executor waiting = this::keep;
        return Answer.goingOnWith(waiting);
    }

    private void keep(Runnable task) {
        start = task;
        Exchange mine = exchange;
        if (slot.rejection() == null && mine != null) {
            held.put(mine.self, this);
            try {
                slot.onSlot(this);
            } catch (RuntimeException broken) {
                // The client's own code is above us, without the gate between: let the call go.
                admitted();
            }
        }
    }

    /** Returns true if the client did hand over its exchange. */
    boolean taken() {
        return start != null;
    }

    /** Tells which future the program gets. The call ends early when somebody else than the client completes it. */
    void returned(CompletableFuture<?> toProgram) {
        Rejection rejection = slot.rejection();
        synchronized (this) {
            future = toProgram;
            rejection = rejection == null ? refused : rejection;
        }
        if (rejection != null) {
            if (finish()) {
                refuse(toProgram, rejection);
            }
        } else {
            toProgram.whenComplete((response, failure) -> endEarly());
        }
    }

    /** The exchange did not pass our seam and has started: a wait becomes debt, a rejection comes late. */
    void missed(CompletableFuture<?> toProgram) {
        Rejection rejection = slot.rejection();
        if (rejection != null) {
            fail(toProgram, rejection);
        } else if (slot.cancel()) {
            demand.owe();
        }
    }

    /** The call came to nothing before the program got a future. */
    void abandon() {
        if (taken()) {
            endEarly();
        } else {
            slot.cancel();
        }
    }

    @Override
    public void admitted() {
        if (finish()) {
            start();
        }
    }

    @Override
    public void rejected(Rejection rejection) {
        CompletableFuture<?> toFail;
        synchronized (this) {
            toFail = future;
            if (toFail == null) {
                refused = rejection;
                return;
            }
        }
        if (finish()) {
            // What hangs on the future is the program's; natively it would run there, too.
            toFail.defaultExecutor().execute(() -> refuse(toFail, rejection));
        }
    }

    /** Nothing shall be sent any more: gives the slot back, and lets the exchange start only to find that it is cancelled. */
    void endEarly() {
        if (!finish()) {
            return;
        }
        slot.cancel();
        CompletableFuture<?> ended = future;
        if (ended != null) {
            cancelExchange(ended);
        }
        try {
            // Not on this thread: it may be inside the cancel of a future that the failed start would complete first.
            continuations.execute(this::start);
        } catch (RejectedExecutionException closed) {
            start();
        }
    }

    private void refuse(CompletableFuture<?> toProgram, Rejection rejection) {
        Exchange mine = exchange;
        if (mine == null || !exchanges.canAnswer(request, demand)) {
            fail(toProgram, rejection);
            return;
        }
        CompletableFuture<HttpResponse<?>> answered = new CompletableFuture<>();
        answered.whenComplete((response, thrown) -> {
            if (thrown == null) {
                complete(toProgram, response);
            } else {
                toProgram.completeExceptionally(asTheClientFails(thrown));
            }
            cancelExchange(toProgram);
            start();
        });
        RejectionResponse response = RejectionResponse.of(demand.throttle(), rejection);
        try {
            // The program's handler runs where the client would have run it.
            mine.executor.execute(() -> exchanges.answer(mine.self, response, answered));
        } catch (RejectedExecutionException refused) {
            answered.completeExceptionally(refused);
        }
    }

    // The client's future is one of responses.
    @SuppressWarnings("unchecked")
    private static void complete(CompletableFuture<?> future, HttpResponse<?> response) {
        ((CompletableFuture<HttpResponse<?>>) future).complete(response);
    }

    // The order matters: the future first, or it would end as cancelled; the start last, or it would be sent.
    private void fail(CompletableFuture<?> toFail, Rejection rejection) {
        toFail.completeExceptionally(asTheClientFails(rejection.toIOException()));
        cancelExchange(toFail);
        start();
    }

    // A future made from the client's own cancels the same exchange, even after the other is done.
    private static void cancelExchange(CompletableFuture<?> ofClient) {
        ofClient.newIncompleteFuture().cancel(true);
    }

    private void start() {
        Exchange mine = exchange;
        Runnable task = start;
        if (mine == null || task == null) {
            return;
        }
        try {
            mine.executor.execute(task);
        } catch (RuntimeException refused) {
            CompletableFuture<?> toFail = future;
            if (toFail != null) {
                toFail.completeExceptionally(asTheClientFails(refused));
                cancelExchange(toFail);
            }
            task.run();
        }
    }

    /** Returns the form in which what hangs on the client's futures is used to see a failure: as a cause. */
    static CompletionException asTheClientFails(Throwable failure) {
        return new CompletionException(failure);
    }

    private boolean finish() {
        if (!over.compareAndSet(false, true)) {
            return false;
        }
        Exchange mine = exchange;
        if (mine != null) {
            held.remove(mine.self);
        }
        return true;
    }
}
