package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import mockwebserver3.SocketEffect;
import okhttp3.Call;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.Test;

/** What the rules are told of each request on the wire, whatever they make of it. */
class FeedbackTest {
    private static final String RULES =
            "a.test: {limits: [100/s], backoff: off}\nb.test: {limits: [100/s], backoff: off}";

    private static OkHttpClient wrapped(OkHttpClient.Builder client, Recorder recorder) {
        return HeadgateOkHttp.wrap(client.build(), recorder);
    }

    private static MockResponse slow(Duration delay) {
        return new MockResponse.Builder()
                .headersDelay(delay.toMillis(), TimeUnit.MILLISECONDS)
                .build();
    }

    @Test
    void anAnswerIsTold() throws IOException {
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            bench.answers(404);
            bench.server.enqueue(new MockResponse.Builder()
                    .code(429)
                    .addHeader("Retry-After", "7")
                    .build());
            OkHttpClient client = wrapped(bench.plain(), recorder);

            assertThat(bench.get(client, "a.test", "/x")).isEqualTo(404);
            assertThat(bench.get(client, "a.test", "/y")).isEqualTo(429);

            assertThat(recorder.told)
                    .containsExactly("acquire", "a.test/x 404", "acquire", "a.test/y 429 Retry-After: 7");
        }
    }

    @Test
    void eachHopsAnswerIsToldToItsOwnHost() throws IOException {
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            bench.redirects("b.test");
            bench.answers(200);

            bench.get(wrapped(bench.plain(), recorder), "a.test");

            assertThat(recorder.told).containsExactly("acquire", "a.test/ 302", "goOrOwe", "b.test/ 200");
        }
    }

    @Test
    void whatOkHttpSendsAgainIsARetry() throws IOException {
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            bench.server.enqueue(new MockResponse.Builder()
                    .code(503)
                    .addHeader("Retry-After", "0")
                    .build());
            bench.answers(200);

            bench.get(wrapped(bench.plain(), recorder), "a.test");

            assertThat(recorder.told)
                    .containsExactly("acquire", "a.test/ 503 Retry-After: 0", "retry goOrOwe", "a.test/ 200");
        }
    }

    @Test
    void whatAServerThatClosesItsConnectionsMakesOkHttpSendAgainIsNoRetry() throws IOException {
        try (Bench bench = new Bench("a.test: {limits: [1000/s], retry-budget: {ratio: 0, min-per-second: 0}}")) {
            bench.answers(200);
            bench.server.enqueue(new MockResponse.Builder()
                    .onResponseStart(new SocketEffect.CloseSocket())
                    .build());
            bench.answers(200);
            OkHttpClient client = bench.wrapped();

            assertThat(bench.get(client, "a.test")).isEqualTo(200);
            assertThat(bench.get(client, "a.test")).isEqualTo(200);

            assertThat(bench.tally("a.test").offered()).isEqualTo(3);
            assertThat(bench.tally("a.test").retriesRejected()).isZero();
        }
    }

    @Test
    void whatAnInterceptorSendsAgainIsARetryAndTheBodyBeforeStaysItsOwn() throws IOException {
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            bench.answers(502, 200);
            OkHttpClient.Builder retrying = bench.plain().addInterceptor(chain -> {
                try (Response first = chain.proceed(chain.request())) {
                    assertThat(first.body().string()).isEqualTo("hello");
                }
                return chain.proceed(chain.request());
            });

            assertThat(bench.get(wrapped(retrying, recorder), "a.test")).isEqualTo(200);

            assertThat(recorder.told).containsExactly("acquire", "a.test/ 502", "retry acquire", "a.test/ 200");
        }
    }

    @Test
    void aConnectionThatIsRefusedIsTold() throws IOException {
        int closed;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            closed = free.getLocalPort();
        }
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            OkHttpClient client = wrapped(bench.plain(), recorder);
            Request request =
                    new Request.Builder().url("http://a.test:" + closed + "/").build();

            assertThatThrownBy(() -> client.newCall(request).execute()).isInstanceOf(ConnectException.class);

            assertThat(recorder.told).containsExactly("acquire", "a.test/ " + ConnectException.class.getSimpleName());
        }
    }

    @Test
    void timeoutsAreTold() throws IOException {
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            bench.server.enqueue(slow(Duration.ofSeconds(5)));
            bench.server.enqueue(slow(Duration.ofSeconds(5)));
            OkHttpClient reading = wrapped(bench.plain().readTimeout(Duration.ofMillis(200)), recorder);
            OkHttpClient calling = wrapped(bench.plain().callTimeout(Duration.ofMillis(200)), recorder);

            assertThatThrownBy(() -> bench.get(reading, "a.test")).isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> bench.get(calling, "b.test")).isInstanceOf(InterruptedIOException.class);

            assertThat(recorder.told)
                    .containsExactly(
                            "acquire",
                            "a.test/ " + SocketTimeoutException.class.getSimpleName(),
                            "acquire",
                            "b.test/ " + InterruptedIOException.class.getSimpleName());
        }
    }

    @Test
    void whatTheProgramCancelsIsNotTold() throws Exception {
        try (Bench bench = new Bench(RULES)) {
            Recorder recorder = new Recorder(bench.headgate);
            bench.server.enqueue(slow(Duration.ofSeconds(5)));
            OkHttpClient client = wrapped(bench.plain().callTimeout(Duration.ofSeconds(20)), recorder);
            Call call = bench.call(client, "a.test");
            CompletableFuture<Integer> answer = Bench.enqueue(call);
            await().atMost(Duration.ofSeconds(5)).until(() -> bench.hits() == 1);

            call.cancel();

            assertThat(answer).failsWithin(Duration.ofSeconds(5));
            assertThat(recorder.told).containsExactly("acquire");
        }
    }
}
