package dev.headgate.adapter.okhttp;

import dev.headgate.boot.Answer;
import dev.headgate.okhttp.CallWait;
import dev.headgate.okhttp.OkHttpRequests;
import dev.headgate.okhttp.OkHttpResponses;
import dev.headgate.okhttp.RejectedResponse;
import dev.headgate.okhttp.WireEnd;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.Rejection;
import java.io.IOException;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * A wire request is about to get a connection: below redirects, retries and the cache, above the connection pool. Holds the
 * thread that makes the call, unless the call was decided when it was enqueued; afterwards tells what was answered, without a
 * look at the body.
 */
public final class ConnectAdapter implements Adapter {
    private final AdapterContext context;
    private final OkHttpCalls calls;
    private final ThreadWait threadWait = new ThreadWait();
    private final InFlight inFlight = new InFlight();

    public ConnectAdapter(AdapterContext context) {
        this.context = context;
        this.calls = new OkHttpCalls(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument) {
        if (!(argument instanceof Interceptor.Chain)) {
            return null;
        }
        Interceptor.Chain chain = (Interceptor.Chain) argument;
        Call call = chain.call();
        Object decision = calls.takeDecision(call);
        Downstreams downstreams = context.downstreams();
        Demand read = downstreams.http(OkHttpRequests.READER, chain.request());
        if (read == null) {
            return null;
        }
        long left = Patience.ofTimeout(calls.leftNanos(call, downstreams));
        Demand demand = OkHttpCalls.charged(decision, read);
        if (demand == null) {
            Rejection refusal = OkHttpCalls.refusal(decision, read);
            if (refusal != null) {
                return rejected(chain, read, refusal);
            }
            demand = calls.next(call, calls.takeDeferred(call, read));
            Answer refused = hold(chain, demand, left);
            if (refused != null) {
                return refused;
            }
        }
        inFlight.begin(chain, demand);
        return null;
    }

    @Override
    public @Nullable Answer exit(
            @Nullable Object self, @Nullable Object argument, @Nullable Object returned, @Nullable Throwable thrown) {
        if (!(argument instanceof Interceptor.Chain)) {
            return null;
        }
        Interceptor.Chain chain = (Interceptor.Chain) argument;
        Demand demand = inFlight.end(chain);
        if (demand == null) {
            return null;
        }
        if (thrown != null) {
            failed(chain, demand, thrown);
        } else if (returned instanceof Response) {
            answered(chain, demand, (Response) returned);
        }
        return null;
    }

    private void answered(Interceptor.Chain chain, Demand demand, Response response) {
        if (WireEnd.isSentAgainAfter(response.code())) {
            calls.failed(chain.call());
        }
        demand.answered(OkHttpRequests.READER, chain.request(), OkHttpResponses.READER, response);
    }

    private void failed(Interceptor.Chain chain, Demand demand, Throwable thrown) {
        Call call = chain.call();
        Throwable failure = WireEnd.failure(thrown, call, calls.leftNanos(call, context.downstreams()));
        if (failure != null) {
            if (WireEnd.isSentAgainAfter(failure)) {
                calls.failed(call);
            }
            demand.failed(OkHttpRequests.READER, chain.request(), failure);
        }
    }

    private static Answer rejected(Interceptor.Chain chain, Demand demand, Rejection rejection) {
        return RejectedResponse.isWanted(demand)
                ? Answer.returning(RejectedResponse.to(chain.request(), demand, rejection))
                : Answer.throwing(rejection.toIOException());
    }

    private @Nullable Answer hold(Interceptor.Chain chain, Demand demand, long leftNanos) {
        Call call = chain.call();
        Patience patience = calls.patience(call);
        Outcome outcome;
        Object[] cell = threadWait.begin(call);
        try {
            outcome = demand.acquire(patience, leftNanos, threadWait);
        } finally {
            ThreadWait.end(cell);
        }
        if (outcome instanceof Outcome.Admitted) {
            long waited = ((Outcome.Admitted) outcome).waitedNanos();
            if (waited > 0 && patience == null) {
                calls.spend(call, waited);
            }
            return null;
        }
        if (outcome instanceof Outcome.Rejected) {
            return rejected(chain, demand, ((Outcome.Rejected) outcome).rejection());
        }
        IOException failure = CallWait.failure(outcome);
        return failure == null ? null : Answer.throwing(failure);
    }
}
