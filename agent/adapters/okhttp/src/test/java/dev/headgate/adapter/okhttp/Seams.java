package dev.headgate.adapter.okhttp;

import dev.headgate.boot.Answer;
import dev.headgate.config.Headgate;
import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Tally;
import java.io.IOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import mockwebserver3.MockResponse;
import mockwebserver3.MockWebServer;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import okhttp3.internal.connection.RealCall;
import org.jspecify.annotations.Nullable;

/**
 * OkHttp with its seams called by hand: enqueuing and cancelling pass through the adapters, and a network interceptor stands for
 * the connection's seam.
 */
final class Seams implements AdapterContext, AutoCloseable {
    final MockWebServer server = new MockWebServer();
    private final Headgate headgate;
    private final Map<String, PerCall<?>> tables = new ConcurrentHashMap<>();
    final ConnectAdapter connect;
    final EnqueueAdapter enqueue;
    final CancelAdapter cancel;
    final CancelAllAdapter cancelAll;

    Seams(String rules) throws IOException {
        headgate = Headgate.parse("downstreams:\n" + rules.indent(2), "test.yml");
        connect = new ConnectAdapter(this);
        enqueue = new EnqueueAdapter(this);
        cancel = new CancelAdapter(this);
        cancelAll = new CancelAllAdapter(this);
        server.start();
    }

    @Override
    public Downstreams downstreams() {
        return headgate;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <V> PerCall<V> shared(String name) {
        return (PerCall<V>) tables.computeIfAbsent(name, each -> new PerCall<>());
    }

    OkHttpClient.Builder client() {
        return new OkHttpClient.Builder()
                .dns(host -> List.of(InetAddress.getByName("127.0.0.1")))
                .addNetworkInterceptor(this::atConnection);
    }

    Call call(OkHttpClient client, String host) {
        return client.newCall(request(host));
    }

    Request request(String host) {
        return new Request.Builder()
                .url("http://" + host + ":" + server.getPort() + "/")
                .build();
    }

    void answers(int times) {
        for (int i = 0; i < times; i++) {
            server.enqueue(new MockResponse.Builder().body("hello").build());
        }
    }

    /** As {@code Call.enqueue}, through the seam. */
    CompletableFuture<Integer> enqueue(OkHttpClient client, Call call) throws Exception {
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        Object asyncCall = ((RealCall) call).new AsyncCall(new Callback() {
            @Override
            public void onFailure(Call failed, IOException thrown) {
                answer.completeExceptionally(thrown);
            }

            @Override
            public void onResponse(Call answered, Response response) {
                response.close();
                answer.complete(response.code());
            }
        });
        if (enqueue.enter(client.dispatcher(), asyncCall) == null) {
            Method method = client.dispatcher().getClass().getMethod("enqueue$okhttp", asyncCall.getClass());
            method.invoke(client.dispatcher(), asyncCall);
        }
        return answer;
    }

    void cancel(Call call) {
        call.cancel();
        cancel.exit(call, null, null, null);
    }

    /** Takes the one slot that a rule has. */
    void drain(String downstream) {
        if (!headgate.downstream(downstream).tryAcquire()) {
            throw new IllegalStateException(downstream + " is drained");
        }
    }

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    /** Returns true if a thread of ours keeps the JVM from ending. */
    boolean staysAwake() {
        return Thread.getAllStackTraces().keySet().stream()
                .anyMatch(thread -> thread.getName().equals("headgate-vigil"));
    }

    Tally tally(String downstream) {
        return headgate.stats().stream()
                .filter(tally -> tally.downstream().equals(downstream))
                .findFirst()
                .orElseThrow();
    }

    private Response atConnection(Interceptor.Chain chain) throws IOException {
        Answer answer = connect.enter(null, chain);
        if (answer != null) {
            throw failure(answer);
        }
        try {
            Response response = chain.proceed(chain.request());
            connect.exit(null, chain, response, null);
            return response;
        } catch (IOException thrown) {
            connect.exit(null, chain, null, thrown);
            throw thrown;
        }
    }

    /** Returns what an answer throws, which only the gate may read. */
    static IOException failure(@Nullable Answer answer) {
        try {
            Method thrown = Class.forName("dev.headgate.boot.Gate").getMethod("thrown", Object.class);
            return (IOException) thrown.invoke(null, answer);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        server.close();
        headgate.close();
    }
}
