package dev.headgate.okhttp;

import dev.headgate.throttle.Demand;
import java.io.IOException;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;

/**
 * The innermost network interceptor: sees what the application interceptors cannot, namely redirects, authentication rounds and
 * requests that OkHttp sends again by itself. Never waits, because it holds a connection. Thread-safe.
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
        if (demand != null) {
            keeper.pass(chain.call(), demand);
        }
        return chain.proceed(request);
    }
}
