package dev.headgate.okhttp;

import java.net.HttpURLConnection;
import okhttp3.CacheControl;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Asks OkHttp's cache for an answer before a slot is taken: the same request with {@code only-if-cached} is answered by the
 * cache, or with a 504 that never was on the wire. Pure functions.
 */
public final class CacheProbe {
    private static final String CACHE_CONTROL = "Cache-Control";

    private CacheProbe() {}

    /** Returns true if a cache might answer the request without the network. */
    public static boolean mayAnswer(Request request) {
        CacheControl control = request.cacheControl();
        return request.method().equals("GET")
                && !control.noCache()
                && !control.noStore()
                && request.header("If-Modified-Since") == null
                && request.header("If-None-Match") == null;
    }

    /** Returns the request as it may only be answered from the cache; all that it says otherwise stays. */
    static Request onlyIfCached(Request request) {
        return request.newBuilder().addHeader(CACHE_CONTROL, "only-if-cached").build();
    }

    /** Returns true if the cache has no answer: {@code answer} was made by OkHttp itself. */
    static boolean isMiss(Response answer) {
        return answer.code() == HttpURLConnection.HTTP_GATEWAY_TIMEOUT
                && answer.networkResponse() == null
                && answer.cacheResponse() == null;
    }

    /** Returns the answer as it would be had {@code asked} been sent itself. */
    static Response answerTo(Request asked, Response answer) {
        Response prior = answer.priorResponse();
        Response.Builder builder = answer.newBuilder().request(requestOf(asked, answer));
        return prior == null
                ? builder.build()
                : builder.priorResponse(answerTo(asked, prior)).build();
    }

    /** Returns the request of the hop that was answered, without what {@link #onlyIfCached} added. */
    static Request requestOf(Request asked, Response answer) {
        if (answer.priorResponse() == null) {
            return asked;
        }
        Request.Builder hop = answer.request().newBuilder().removeHeader(CACHE_CONTROL);
        for (String value : asked.headers(CACHE_CONTROL)) {
            hop.addHeader(CACHE_CONTROL, value);
        }
        return hop.build();
    }

    /** Returns true if the response came from the cache alone. */
    static boolean wasHit(@Nullable Response response) {
        return response != null && response.networkResponse() == null && response.cacheResponse() != null;
    }
}
