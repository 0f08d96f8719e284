package dev.headgate.adapter.okhttp;

import dev.headgate.boot.Answer;
import dev.headgate.okhttp.CacheProbe;
import dev.headgate.okhttp.OkHttpRequests;
import dev.headgate.spi.Adapter;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.Rejection;
import dev.headgate.throttle.Scheduled;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okhttp3.Request;
import org.jspecify.annotations.Nullable;

/**
 * An asynchronous call is handed to its dispatcher. One that must wait is kept away from it and handed over at its slot, so that
 * it takes no place there; a refused one goes through and is refused at the connection, where an answer from the cache gets
 * past. A call that the cache may answer is decided there too, because this seam is above the cache.
 */
public final class EnqueueAdapter implements Adapter {
    private final AdapterContext context;
    private final OkHttpCalls calls;
    private volatile @Nullable CallInternals internals;

    public EnqueueAdapter(AdapterContext context) {
        this.context = context;
        this.calls = new OkHttpCalls(context);
    }

    @Override
    public @Nullable Answer enter(@Nullable Object self, @Nullable Object argument)
            throws ReflectiveOperationException {
        if (!(self instanceof Dispatcher) || argument == null) {
            return null;
        }
        CallInternals okhttp = internals(argument);
        Call call = okhttp.call(argument);
        if (calls.isDecided(call)) {
            return null;
        }
        Request request = call.request();
        Downstreams downstreams = context.downstreams();
        Demand demand = downstreams.http(OkHttpRequests.READER, request);
        if (demand == null) {
            return null;
        }
        if (okhttp.clientOf(call).cache() != null && CacheProbe.mayAnswer(request)) {
            calls.defer(call, demand);
            return null;
        }
        long now = downstreams.nanoTime();
        long timeout = call.timeout().timeoutNanos();
        Scheduled slot = demand.schedule(null, Patience.ofTimeout(timeout == 0 ? Long.MAX_VALUE : timeout));
        Rejection rejection = slot.rejection();
        if (rejection != null) {
            calls.rejected(call, rejection);
            return null;
        }
        calls.charged(call, demand);
        if (slot.waitNanos() == 0) {
            return null;
        }
        new HeldCall(calls, okhttp, downstreams, (Dispatcher) self, argument, call, slot, now).begin();
        return Answer.returning(null);
    }

    private CallInternals internals(Object asyncCall) throws NoSuchMethodException, NoSuchFieldException {
        CallInternals found = internals;
        if (found == null) {
            found = new CallInternals(asyncCall.getClass());
            internals = found;
        }
        return found;
    }
}
