package dev.headgate.adapter.jdk;

import dev.headgate.spi.Shape;
import dev.headgate.spi.Site;
import dev.headgate.spi.Site.Form;
import dev.headgate.spi.Sites;
import java.util.List;
import java.util.stream.Stream;

/**
 * The seams of the two clients in the JDK. {@code HttpURLConnection} is charged for each connect, that is for each hop; the
 * JDK's {@code HttpClient} is charged per call, and its hidden hops (redirects, rounds of authentication) as debt.
 */
public final class JdkSites implements Sites {
    private static final String URL_CONNECTION = "sun.net.www.protocol.http.HttpURLConnection";
    private static final String CLIENT = "jdk.internal.net.http.HttpClientImpl";
    private static final String EXCHANGE = "jdk.internal.net.http.MultiExchange";

    private static final String REQUEST = "Ljava/net/http/HttpRequest;";
    private static final String HANDLER = "Ljava/net/http/HttpResponse$BodyHandler;";
    private static final String PUSH_HANDLER = "Ljava/net/http/HttpResponse$PushPromiseHandler;";
    private static final String RESPONSE = "Ljava/net/http/HttpResponse;";
    private static final String FUTURE = "Ljava/util/concurrent/CompletableFuture;";
    private static final String RESPONSE_TO_NEXT_REQUEST =
            "(Ljdk/internal/net/http/Response;)Ljdk/internal/net/http/HttpRequestImpl;";

    /** Made by the engine. */
    public JdkSites() {}

    @Override
    public List<Site> all() {
        return List.of(
                // Not plainConnect: that is called for connections that are open already, too.
                urlConnection("plainConnect0", "()V", Form.AROUND, Connect.class),
                // Called once for each response that is no round of authentication.
                urlConnection("followRedirect", "()Z", Form.GATE, UrlConnectionAnswer.class),
                urlConnection("getInputStream0", "()Ljava/io/InputStream;", Form.AFTER, UrlConnectionFailure.class),
                http(CLIENT, "send", "(" + REQUEST + HANDLER + ")" + RESPONSE, Form.AROUND, Send.class),
                http(
                        CLIENT,
                        "sendAsync",
                        "(" + REQUEST + HANDLER + PUSH_HANDLER + ")" + FUTURE,
                        Form.AROUND,
                        SendAsync.class),
                http(
                        EXCHANGE,
                        "responseAsync",
                        "(Ljava/util/concurrent/Executor;)" + FUTURE,
                        Form.REWRITE,
                        ExchangeStart.class),
                http(EXCHANGE, "cancel", "(Z)Z", Form.AFTER, ExchangeCancel.class),
                http(
                        // Asked about each response, whether the client follows redirects or not.
                        "jdk.internal.net.http.RedirectFilter",
                        "response",
                        RESPONSE_TO_NEXT_REQUEST,
                        Form.AFTER,
                        WireAnswer.class),
                http(
                        "jdk.internal.net.http.AuthenticationFilter",
                        "response",
                        RESPONSE_TO_NEXT_REQUEST,
                        Form.AFTER,
                        HiddenHop.class));
    }

    @Override
    public List<String> opens() {
        return Stream.concat(UrlConnectionHeaders.OPENS.stream(), WireResponses.OPENS.stream())
                .toList();
    }

    private static Site urlConnection(String method, String descriptor, Form form, Class<?> adapter) {
        return site("http-url-connection", URL_CONNECTION, method, descriptor, form, adapter);
    }

    private static Site http(String type, String method, String descriptor, Form form, Class<?> adapter) {
        return site("jdk-http", type, method, descriptor, form, adapter);
    }

    private static Site site(
            String library, String type, String method, String descriptor, Form form, Class<?> adapter) {
        return new Site(library, type, method, descriptor, form, adapter.getName(), Shape.NONE);
    }
}
