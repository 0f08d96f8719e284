package dev.headgate.okhttp;

import dev.headgate.throttle.Demand;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * The innermost application interceptor: holds a call before it takes a connection, and asks the cache before that. Thread-safe.
 */
final class GateInterceptor implements Interceptor {
    final Gatekeeper keeper;

    GateInterceptor(Gatekeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Demand demand = keeper.demand(request);
        if (demand == null || request.cacheControl().onlyIfCached()) {
            return chain.proceed(request);
        }
        if (keeper.hasCache() && CacheProbe.mayAnswer(request)) {
            Response answer = chain.proceed(CacheProbe.onlyIfCached(request));
            if (!CacheProbe.isMiss(answer)) {
                return CacheProbe.answerTo(request, answer);
            }
            // After redirects that were in the cache, the first request on the wire is another one.
            demand = keeper.demand(CacheProbe.requestOf(request, answer));
            answer.close();
        }
        if (demand == null) {
            return chain.proceed(request);
        }
        Response rejected = keeper.hold(chain.call(), request, demand);
        if (rejected != null) {
            return rejected;
        }
        Response response;
        try {
            response = chain.proceed(request);
        } catch (IOException | RuntimeException thrown) {
            if (keeper.passage(chain.call()).dropPaid()) {
                // No request was written: there was no connection for it.
                keeper.failed(chain.call(), demand, request, thrown);
            }
            throw thrown;
        }
        if (keeper.passage(chain.call()).dropPaid() && CacheProbe.wasHit(response)) {
            keeper.cacheSeen();
        }
        return response;
    }
}
