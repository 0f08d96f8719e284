package dev.headgate.adapter.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.RateLimitedIOException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import mockwebserver3.MockResponse;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EnqueueAdapterTest {
    private static final String SLOW = "api.test: {limits: [{token-bucket: 1/5s, capacity: 1}], wait: 60s}";

    private static void awaitWaiting(Seams seams, long calls) {
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> seams.tally("api.test").waiting() == calls);
    }

    @Test
    void aCallWaitsOutsideOfItsDispatcherAndIsChargedOnce() throws Exception {
        try (Seams seams = new Seams("api.test: {limits: [1/800ms], wait: 5s}")) {
            OkHttpClient client = seams.client().build();
            seams.answers(1);
            seams.drain("api.test");

            CompletableFuture<Integer> answer = seams.enqueue(client, seams.call(client, "api.test"));
            awaitWaiting(seams, 1);

            assertThat(client.dispatcher().runningCallsCount()).isZero();
            assertThat(client.dispatcher().queuedCallsCount()).isZero();
            assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(seams.tally("api.test").offered()).isEqualTo(2);
            assertThat(seams.tally("api.test").admitted()).isEqualTo(2);
        }
    }

    @Test
    void waitingCallsDoNotDelayAnotherHost() throws Exception {
        try (Seams seams = new Seams(SLOW)) {
            OkHttpClient client = seams.client().build();
            client.dispatcher().setMaxRequests(4);
            client.dispatcher().setMaxRequestsPerHost(4);
            seams.answers(1);
            seams.drain("api.test");
            List<CompletableFuture<Integer>> waiting = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                waiting.add(seams.enqueue(client, seams.call(client, "api.test")));
            }

            assertThat(seams.enqueue(client, seams.call(client, "other.test")).get(2, TimeUnit.SECONDS))
                    .isEqualTo(200);

            assertThat(waiting).noneMatch(CompletableFuture::isDone);
            client.dispatcher().cancelAll();
            seams.cancelAll.exit(client.dispatcher(), null, null, null);
            for (CompletableFuture<Integer> each : waiting) {
                assertThatThrownBy(() -> each.get(5, TimeUnit.SECONDS)).hasRootCauseMessage("Canceled");
            }
            assertThat(seams.server.getRequestCount()).isEqualTo(1);
            assertThat(seams.tally("api.test").cancelled()).isEqualTo(10);
        }
    }

    @Test
    void aCallThatWaitsKeepsTheJvmAsADispatchersThreadWould() throws Exception {
        try (Seams seams = new Seams("api.test: {limits: [1/800ms], wait: 5s}")) {
            OkHttpClient client = seams.client().build();
            OkHttpClient daemons = client.newBuilder()
                    .dispatcher(new Dispatcher(Executors.newCachedThreadPool(Seams::daemon)))
                    .build();
            seams.answers(2);
            seams.drain("api.test");

            CompletableFuture<Integer> ofDaemons = seams.enqueue(daemons, seams.call(daemons, "api.test"));
            assertThat(seams.staysAwake()).isFalse();
            CompletableFuture<Integer> answer = seams.enqueue(client, seams.call(client, "api.test"));
            assertThat(seams.staysAwake()).isTrue();

            assertThat(ofDaemons.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            await().atMost(Duration.ofSeconds(5)).until(() -> !seams.staysAwake());
        }
    }

    @Test
    void cancelEndsTheWaitInOkHttpsOwnWay() throws Exception {
        try (Seams seams = new Seams(SLOW)) {
            OkHttpClient client = seams.client().build();
            seams.drain("api.test");
            Call call = seams.call(client, "api.test");
            CompletableFuture<Integer> answer = seams.enqueue(client, call);
            awaitWaiting(seams, 1);

            seams.cancel(call);

            assertThatThrownBy(() -> answer.get(2, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseExactlyInstanceOf(IOException.class)
                    .hasRootCauseMessage("Canceled");
            assertThat(seams.tally("api.test").cancelled()).isEqualTo(1);
            assertThat(seams.server.getRequestCount()).isZero();
        }
    }

    @Test
    void aCallThatWasCancelledBeforeItWasEnqueuedDoesNotWait() throws Exception {
        try (Seams seams = new Seams(SLOW)) {
            OkHttpClient client = seams.client().build();
            seams.drain("api.test");
            Call call = seams.call(client, "api.test");
            call.cancel();

            CompletableFuture<Integer> answer = seams.enqueue(client, call);

            assertThatThrownBy(() -> answer.get(2, TimeUnit.SECONDS)).hasRootCauseMessage("Canceled");
        }
    }

    @Test
    void aRefusedCallFailsOnADispatcherThreadAndSendsNothing() throws Exception {
        try (Seams seams = new Seams("api.test: {limits: [1/h], wait: 0}")) {
            OkHttpClient client = seams.client().build();
            seams.drain("api.test");

            CompletableFuture<Integer> answer = seams.enqueue(client, seams.call(client, "api.test"));

            assertThatThrownBy(() -> answer.get(2, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(RateLimitedIOException.class);
            assertThat(seams.server.getRequestCount()).isZero();
            assertThat(seams.tally("api.test").offered()).isEqualTo(2);
        }
    }

    @Test
    void aWaitThatDoesNotFitIntoCallTimeoutIsRefusedAtOnce() throws Exception {
        try (Seams seams = new Seams(SLOW)) {
            OkHttpClient client =
                    seams.client().callTimeout(Duration.ofSeconds(2)).build();
            seams.drain("api.test");

            CompletableFuture<Integer> answer = seams.enqueue(client, seams.call(client, "api.test"));

            assertThatThrownBy(() -> answer.get(1, TimeUnit.SECONDS))
                    .hasRootCauseInstanceOf(RateLimitedIOException.class)
                    .rootCause()
                    .hasMessageContaining("the call's own timeout");
        }
    }

    @Test
    void theWaitIsTakenOffCallTimeout() throws Exception {
        try (Seams seams = new Seams("api.test: {limits: [1/800ms], wait: 5s}")) {
            OkHttpClient client =
                    seams.client().callTimeout(Duration.ofSeconds(10)).build();
            seams.answers(1);
            seams.drain("api.test");
            Call call = seams.call(client, "api.test");

            seams.enqueue(client, call).get(5, TimeUnit.SECONDS);

            assertThat(call.timeout().timeoutNanos())
                    .isLessThanOrEqualTo(TimeUnit.SECONDS.toNanos(10)
                            - seams.tally("api.test").longestWaitNanos() / 2)
                    .isGreaterThan(TimeUnit.SECONDS.toNanos(5));
        }
    }

    @Test
    void aCallWhoseHostAnInterceptorChangesIsChargedToTheOtherHost() throws Exception {
        try (Seams seams = new Seams("api.test: 5/h\nother.test: {limits: [1/h], wait: 0}")) {
            OkHttpClient client = seams.client()
                    .addInterceptor(chain -> chain.proceed(seams.request("other.test")))
                    .build();
            seams.answers(2);

            assertThat(seams.enqueue(client, seams.call(client, "api.test")).get(5, TimeUnit.SECONDS))
                    .isEqualTo(200);

            assertThat(seams.tally("other.test").admitted()).isEqualTo(1);
            assertThatThrownBy(() -> seams.enqueue(client, seams.call(client, "api.test"))
                            .get(5, TimeUnit.SECONDS))
                    .rootCause()
                    .hasMessageContaining("other.test");
        }
    }

    @Test
    void anAnswerFromTheCacheNeitherWaitsNorCosts(@TempDir Path folder) throws Exception {
        try (Seams seams = new Seams("api.test: {limits: [1/h], wait: 0}")) {
            OkHttpClient client =
                    seams.client().cache(new Cache(folder.toFile(), 1_000_000)).build();
            seams.server.enqueue(new MockResponse.Builder()
                    .addHeader("Cache-Control", "max-age=600")
                    .body("hello")
                    .build());

            for (int i = 0; i < 3; i++) {
                CompletableFuture<Integer> answer = seams.enqueue(client, seams.call(client, "api.test"));
                assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            }

            assertThat(seams.tally("api.test").offered()).isEqualTo(1);
            assertThat(seams.server.getRequestCount()).isEqualTo(1);
        }
    }
}
