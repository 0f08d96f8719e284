package dev.headgate.adapter.okhttp;

import dev.headgate.boot.Answer;
import dev.headgate.okhttp.CallWait;
import dev.headgate.okhttp.OkHttpRequests;
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
import org.jspecify.annotations.Nullable;

/**
 * A wire request is about to get a connection: below redirects, retries and the cache, above the connection pool. Holds the
 * thread that makes the call, unless the call was decided when it was enqueued.
 */
public final class ConnectAdapter implements Adapter {
    private final AdapterContext context;
    private final OkHttpCalls calls;
    private final ThreadWait threadWait = new ThreadWait();

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
        Demand demand = downstreams.http(OkHttpRequests.READER, chain.request());
        if (demand == null) {
            return null;
        }
        long left = calls.leftNanos(call, downstreams);
        if (OkHttpCalls.isCharged(decision, demand)) {
            return null;
        }
        Rejection refusal = OkHttpCalls.refusal(decision, demand);
        return refusal == null
                ? hold(call, calls.takeDeferred(call, demand), left)
                : Answer.throwing(refusal.toIOException());
    }

    private @Nullable Answer hold(Call call, Demand demand, long leftNanos) {
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
        IOException failure = CallWait.failure(outcome);
        return failure == null ? null : Answer.throwing(failure);
    }
}
