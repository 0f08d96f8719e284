package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Scheduled;
import java.net.http.HttpRequest;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * {@code HttpClient.sendAsync}: returns at once. The decision is made on the caller's thread, unless it takes a trip; a wait or a
 * rejection is carried to {@link ExchangeStart}, so that the future, the checks of arguments, {@code close} and the client's count of pending calls
 * stay the client's own. Where the exchange has another shape than we know, a call that would wait goes at once as debt.
 */
public final class SendAsync implements Adapter {
    private final AdapterContext context;
    private final Handover handover;
    private final Exchanges exchanges;
    private final PerCall<HeldStart> held;
    private volatile boolean canHold;

    public SendAsync(AdapterContext context) {
        this.context = context;
        this.handover = new Handover(context);
        this.exchanges = Exchanges.open();
        this.held = context.shared(HeldStart.TABLE);
        this.canHold = exchangeHasTheKnownShape();
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        handover.begin();
        if (!(argument instanceof HttpRequest request)) {
            return null;
        }
        Demand demand = Charges.of(request, context);
        if (demand == null) {
            return null;
        }
        Scheduled slot = demand.schedule(null, Patience.ofTimeout(RequestTimeout.nanosOf(request)));
        Rejection rejection = slot.rejection();
        if (rejection == null && slot.waitNanos() == 0) {
            return null;
        }
        if (!canHold) {
            return withoutHolding(demand, slot, rejection);
        }
        handover.hold(new HeldStart(
                request, demand, slot, exchanges, held, context.downstreams().continuations()));
        // The client copies the timeout now, so that a wait that is not known yet cannot be taken off.
        HttpRequest shorter = slot.isDecided() ? RequestTimeout.lessWait(request, slot.waitNanos()) : request;
        return shorter == request ? null : Answer.goingOnWith(shorter);
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        Beginning mine = handover.end();
        if (argument instanceof HttpRequest request && returned instanceof CompletableFuture<?> future) {
            tellOfFailure(request, future);
        }
        if (!(mine instanceof HeldStart start)) {
            return null;
        }
        if (!(returned instanceof CompletableFuture<?> future)) {
            start.abandon();
        } else if (start.taken()) {
            start.returned(future);
        } else if (future.isDone()) {
            // The client refused the call before it made an exchange: it is closed.
            start.abandon();
        } else {
            canHold = false;
            start.missed(future);
        }
        return null;
    }

    /** What hangs on a future cannot change it; the program's own does not wait for it. */
    private void tellOfFailure(HttpRequest request, CompletableFuture<?> future) {
        if (Charges.mayBeNamed(request, context.downstreams())) {
            future.whenComplete((response, thrown) -> {
                if (thrown != null) {
                    Charges.failed(request, thrown, context);
                }
            });
        }
    }

    private static @Nullable Answer withoutHolding(Demand demand, Scheduled slot, @Nullable Rejection rejection) {
        if (rejection != null) {
            return Answer.returning(
                    CompletableFuture.failedFuture(HeldStart.asTheClientFails(rejection.toIOException())));
        }
        slot.cancel();
        demand.owe();
        return null;
    }

    private static boolean exchangeHasTheKnownShape() {
        try {
            Class<?> exchange =
                    Class.forName("jdk.internal.net.http.MultiExchange", false, HttpRequest.class.getClassLoader());
            return exchange.getDeclaredMethod("responseAsync", Executor.class).getReturnType()
                            == CompletableFuture.class
                    && exchange.getDeclaredMethod("cancel", boolean.class).getReturnType() == boolean.class;
        } catch (ReflectiveOperationException | LinkageError otherShape) {
            return false;
        }
    }
}
