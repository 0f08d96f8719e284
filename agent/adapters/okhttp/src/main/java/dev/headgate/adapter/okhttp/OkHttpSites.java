package dev.headgate.adapter.okhttp;

import dev.headgate.spi.Shape;
import dev.headgate.spi.Site;
import dev.headgate.spi.Site.Form;
import dev.headgate.spi.Sites;
import java.util.List;

/**
 * The seams of OkHttp 3.14, 4.12 and 5: a wire request is about to get a connection; an asynchronous call is handed to its
 * dispatcher; a call, or all calls of a dispatcher, are cancelled. What was renamed with Kotlin is here twice.
 */
public final class OkHttpSites implements Sites {
    private static final String LIBRARY = "okhttp";
    private static final String HERE = "dev.headgate.adapter.okhttp.";
    private static final String DISPATCHER = "okhttp3.Dispatcher";
    private static final String ASYNC_3 = "okhttp3/RealCall$AsyncCall";
    private static final String ASYNC_4 = "okhttp3/internal/connection/RealCall$AsyncCall";
    private static final String[] PUBLIC = {
        "okhttp3/Interceptor$Chain#call:()Lokhttp3/Call;",
        "okhttp3/Interceptor$Chain#request:()Lokhttp3/Request;",
        "okhttp3/Call#timeout:()Lokio/Timeout;",
        "okhttp3/Call#isCanceled:()Z",
        "okhttp3/Request#url:()Lokhttp3/HttpUrl;",
        "okhttp3/Request#method:()Ljava/lang/String;",
        "okhttp3/Request#header:(Ljava/lang/String;)Ljava/lang/String;",
        "okhttp3/HttpUrl#scheme:()Ljava/lang/String;",
        "okhttp3/HttpUrl#host:()Ljava/lang/String;",
        "okhttp3/HttpUrl#port:()I",
        "okhttp3/HttpUrl#encodedPath:()Ljava/lang/String;",
        "okhttp3/HttpUrl#encodedQuery:()Ljava/lang/String;",
        "okhttp3/Response#code:()I",
        "okhttp3/Response#headers:()Lokhttp3/Headers;",
        "okhttp3/Headers#size:()I",
        "okhttp3/Headers#name:(I)Ljava/lang/String;",
        "okhttp3/Headers#value:(I)Ljava/lang/String;",
    };

    @Override
    public List<Site> all() {
        return List.of(
                new Site(
                        LIBRARY,
                        "okhttp3.internal.connection.ConnectInterceptor",
                        "intercept",
                        "(Lokhttp3/Interceptor$Chain;)Lokhttp3/Response;",
                        Form.AROUND,
                        HERE + "ConnectAdapter",
                        Shape.of(PUBLIC)),
                enqueue("enqueue", ASYNC_3, ASYNC_3 + "#get:()Lokhttp3/RealCall;"),
                enqueue("enqueue$okhttp", ASYNC_4, ASYNC_4 + "#getCall:()Lokhttp3/internal/connection/RealCall;"),
                after("okhttp3.RealCall", "cancel", "CancelAdapter"),
                after("okhttp3.internal.connection.RealCall", "cancel", "CancelAdapter"),
                after(DISPATCHER, "cancelAll", "CancelAllAdapter"));
    }

    private static Site enqueue(String method, String asyncCall, String member) {
        return new Site(
                LIBRARY,
                DISPATCHER,
                method,
                "(L" + asyncCall + ";)V",
                Form.GATE,
                HERE + "EnqueueAdapter",
                Shape.of(member));
    }

    private static Site after(String type, String method, String adapter) {
        return new Site(LIBRARY, type, method, "()V", Form.AFTER, HERE + adapter, Shape.NONE);
    }
}
