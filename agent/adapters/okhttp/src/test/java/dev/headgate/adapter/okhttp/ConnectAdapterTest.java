package dev.headgate.adapter.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.management.ThreadMXBean;
import dev.headgate.api.RateLimited.Reason;
import dev.headgate.api.RateLimitedIOException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import mockwebserver3.MockResponse;
import okhttp3.Call;
import okhttp3.Interceptor;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

class ConnectAdapterTest {
    private static final String SLOW = "api.test: {limits: [{token-bucket: 1/5s, capacity: 1}], wait: 60s}";

    private static final Response OK = new Response.Builder()
            .request(new Request.Builder().url("http://api.test/").build())
            .protocol(Protocol.HTTP_1_1)
            .code(200)
            .message("OK")
            .build();

    private static void awaitWaiting(Seams seams) {
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> seams.tally("api.test").waiting() == 1);
    }

    private static CompletableFuture<IOException> failure(Call call, AtomicBoolean interrupted) {
        CompletableFuture<IOException> thrown = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                call.execute().close();
                thrown.complete(null);
            } catch (IOException e) {
                interrupted.set(Thread.currentThread().isInterrupted());
                thrown.complete(e);
            }
        });
        thread.setName("caller");
        thread.start();
        return thrown;
    }

    private static Seams drained(String rules) throws IOException {
        Seams seams = new Seams(rules);
        seams.drain("api.test");
        return seams;
    }

    @Test
    void eachHopIsChargedToTheHostThatItGoesTo() throws IOException {
        try (Seams seams = new Seams("api.test: 5/h\nother.test: 5/h")) {
            seams.server.enqueue(new MockResponse.Builder()
                    .code(302)
                    .addHeader("Location", seams.request("other.test").url().toString())
                    .build());
            seams.answers(1);

            seams.call(seams.client().build(), "api.test").execute().close();

            assertThat(seams.tally("api.test").admitted()).isEqualTo(1);
            assertThat(seams.tally("other.test").admitted()).isEqualTo(1);
        }
    }

    @Test
    void cancelEndsTheWait() throws Exception {
        try (Seams seams = drained(SLOW)) {
            Call call = seams.call(seams.client().build(), "api.test");
            CompletableFuture<IOException> thrown = failure(call, new AtomicBoolean());
            awaitWaiting(seams);

            call.cancel();

            assertThat(thrown.get(2, TimeUnit.SECONDS)).hasMessage("Canceled");
            assertThat(seams.server.getRequestCount()).isZero();
        }
    }

    @Test
    void interruptEndsTheWaitAndKeepsTheFlag() throws Exception {
        try (Seams seams = drained(SLOW)) {
            AtomicBoolean flag = new AtomicBoolean();
            CompletableFuture<IOException> thrown =
                    failure(seams.call(seams.client().build(), "api.test"), flag);
            awaitWaiting(seams);

            Thread.getAllStackTraces().keySet().stream()
                    .filter(thread -> thread.getName().equals("caller"))
                    .forEach(Thread::interrupt);

            assertThat(thrown.get(2, TimeUnit.SECONDS)).isExactlyInstanceOf(InterruptedIOException.class);
            assertThat(flag).isTrue();
        }
    }

    @Test
    void aWaitThatDoesNotFitIntoCallTimeoutIsRefusedAtOnce() throws IOException {
        try (Seams seams = drained(SLOW)) {
            OkHttpClient client =
                    seams.client().callTimeout(Duration.ofSeconds(2)).build();

            assertThatThrownBy(() -> seams.call(client, "api.test").execute())
                    .isInstanceOfSatisfying(
                            RateLimitedIOException.class,
                            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.DEADLINE));
        }
    }

    @Test
    void theHopsOfOneCallShareOneWait() throws IOException {
        try (Seams seams = drained("api.test: {limits: [1/800ms], wait: 1200ms}")) {
            for (int i = 0; i < 2; i++) {
                seams.server.enqueue(new MockResponse.Builder()
                        .code(302)
                        .addHeader("Location", "/")
                        .build());
            }

            assertThatThrownBy(
                            () -> seams.call(seams.client().build(), "api.test").execute())
                    .isInstanceOf(RateLimitedIOException.class);

            assertThat(seams.server.getRequestCount()).isEqualTo(1);
        }
    }

    @Test
    void laterHopsThatWaitHoldAtMostHalfOfTheirDispatcher() throws Exception {
        try (Seams seams = drained(SLOW)) {
            OkHttpClient client = seams.client().build();
            client.dispatcher().setMaxRequests(2);
            for (int i = 0; i < 2; i++) {
                seams.server.enqueue(new MockResponse.Builder()
                        .code(302)
                        .addHeader("Location", seams.request("api.test").url().toString())
                        .build());
            }
            Call first = seams.call(client, "start.test");
            CompletableFuture<Integer> waits = seams.enqueue(client, first);
            awaitWaiting(seams);

            CompletableFuture<Integer> refused = seams.enqueue(client, seams.call(client, "start.test"));

            assertThatThrownBy(() -> refused.get(5, TimeUnit.SECONDS))
                    .rootCause()
                    .isInstanceOfSatisfying(
                            RateLimitedIOException.class,
                            rejected -> assertThat(rejected.reason()).isEqualTo(Reason.QUEUE_FULL));
            assertThat(waits).isNotDone();
            first.cancel();
        }
    }

    @Test
    void aCallThatGoesAtOnceAllocatesNothing() throws IOException {
        try (Seams seams = new Seams("api.test: {limits: [{token-bucket: 1000000000/s, capacity: 1000000000}]}")) {
            OkHttpClient client = seams.client().build();
            Interceptor.Chain ruled = new StubChain(client, seams.request("api.test")).chain();
            Interceptor.Chain free = new StubChain(client, seams.request("free.test")).chain();

            assertThat(bytesPerCall(seams.connect, free)).isZero();
            assertThat(bytesPerCall(seams.connect, ruled)).isZero();
        }
    }

    private static long bytesPerCall(ConnectAdapter adapter, Interceptor.Chain chain) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int calls = 20_000;
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < calls; i++) {
                adapter.enter(null, chain);
                adapter.exit(null, chain, OK, null);
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        return least / calls;
    }

    /** A chain that answers the two questions of the adapter. */
    private record StubChain(Call call, Request request) {
        StubChain(OkHttpClient client, Request request) {
            this(client.newCall(request), request);
        }

        Interceptor.Chain chain() {
            return (Interceptor.Chain) Proxy.newProxyInstance(
                    getClass().getClassLoader(),
                    new Class<?>[] {Interceptor.Chain.class},
                    (self, method, arguments) -> method.getName().equals("call") ? call : request);
        }
    }
}
