package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.boot.CallGuard;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.RejectionResponse;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/**
 * A rejected {@code send}: its exchange is not started, and what the client waits for is answered by us, on the thread on which
 * the exchange would have started. The client checks its arguments and counts its calls as ever. Belongs to one thread until it
 * is taken.
 */
final class OwnAnswer implements Beginning {
    private final Exchanges exchanges;
    private final Demand demand;
    private final RejectionResponse response;
    private boolean taken;

    OwnAnswer(Exchanges exchanges, Demand demand, RejectionResponse response) {
        this.exchanges = exchanges;
        this.demand = demand;
        this.response = response;
    }

    @Override
    public Answer begin(Object exchange, Executor executor) {
        taken = true;
        CompletableFuture<HttpResponse<?>> answered = new CompletableFuture<>();
        executor.execute(() -> answer(exchange, answered));
        return Answer.returning(answered);
    }

    /** Returns whether the client did hand over its exchange. */
    boolean isTaken() {
        return taken;
    }

    /** The exchange did not pass our seam and has gone. */
    void missed() {
        demand.owe();
    }

    // What handles the body is the program's, and may call out itself.
    private void answer(Object exchange, CompletableFuture<HttpResponse<?>> answered) {
        boolean guarded = CallGuard.mark(false);
        try {
            exchanges.answer(exchange, response, answered);
        } finally {
            CallGuard.mark(guarded);
        }
    }
}
