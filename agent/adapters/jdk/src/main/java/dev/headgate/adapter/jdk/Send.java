package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Cancellation;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.RejectionResponse;
import java.net.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/**
 * {@code HttpClient.send}: waits on the caller's thread, which the method blocks anyway. An interrupt ends the wait as the
 * method itself would end: {@code InterruptedException}, flag cleared.
 */
public final class Send implements Adapter {
    private final AdapterContext context;
    private final Handover handover;
    private final Exchanges exchanges;
    private volatile boolean canAnswer = true;

    public Send(AdapterContext context) {
        this.context = context;
        this.handover = new Handover(context);
        this.exchanges = Exchanges.open();
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        handover.begin();
        // An interrupted thread does not send: the method says so itself.
        if (!(argument instanceof HttpRequest request) || Thread.currentThread().isInterrupted()) {
            return null;
        }
        Demand demand = Charges.of(request, context);
        if (demand == null) {
            return null;
        }
        Outcome outcome = demand.acquire(null, Patience.ofTimeout(RequestTimeout.nanosOf(request)), Cancellation.NEVER);
        if (outcome instanceof Outcome.Admitted admitted) {
            HttpRequest shorter = RequestTimeout.lessWait(request, admitted.waitedNanos());
            return shorter == request ? null : Answer.goingOnWith(shorter);
        }
        if (outcome instanceof Outcome.Rejected rejected) {
            return rejected(request, demand, rejected.rejection());
        }
        return Answer.throwing(new InterruptedException());
    }

    private @Nullable Answer rejected(HttpRequest request, Demand demand, Rejection rejection) {
        if (!canAnswer || !exchanges.canAnswer(request, demand)) {
            return Answer.throwing(rejection.toIOException());
        }
        handover.hold(new OwnAnswer(exchanges, demand, RejectionResponse.of(demand.throttle(), rejection)));
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        Beginning mine = handover.end();
        if (mine instanceof OwnAnswer answer && !answer.isTaken() && thrown == null) {
            canAnswer = false;
            answer.missed();
        }
        if (thrown != null && argument instanceof HttpRequest request) {
            Charges.failed(request, thrown, context);
        }
        return null;
    }
}
