package dev.headgate.okhttp;

import dev.headgate.throttle.Demand;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * The innermost network interceptor: sees what the application interceptors cannot, namely redirects, authentication rounds and
 * requests that OkHttp sends again by itself, and what is answered to each. Never waits, because it holds a connection. Thread-safe.
 */
final class HopInterceptor implements Interceptor {
    final Gatekeeper keeper;

    HopInterceptor(Gatekeeper keeper) {
        this.keeper = keeper;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Demand demand = keeper.demand(request);
        if (demand == null) {
            return chain.proceed(request);
        }
        keeper.pass(chain.call(), demand);
        Response response;
        try {
            response = chain.proceed(request);
        } catch (IOException | RuntimeException thrown) {
            keeper.failed(chain.call(), demand, request, thrown);
            throw thrown;
        }
        keeper.answered(chain.call(), demand, request, response);
        return response;
    }
}
