package dev.headgate.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.throttle.Tally;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okhttp3.OkHttpClient;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How calls wait, and how a wait ends. */
class WaitTest {
    private static final String SLOW = "api.test: {limits: [{token-bucket: 1/5s, capacity: 1}], wait: 20s}";

    private static Bench drained(String rules) throws IOException {
        Bench bench = new Bench(rules);
        assertThat(bench.headgate.downstream("api.test").tryAcquire()).isTrue();
        return bench;
    }

    private static void awaitWaiting(Bench bench, long calls) {
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> bench.tally("api.test").waiting() == calls);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    @Test
    void aCallWaitsForItsSlotWithoutAConnection() throws Exception {
        try (Bench bench = drained("api.test: {limits: [1/800ms], wait: 5s}")) {
            OkHttpClient client = bench.wrapped();
            bench.answers(200);

            CompletableFuture<Integer> answer = CompletableFuture.supplyAsync(() -> {
                try {
                    return bench.get(client, "api.test");
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            awaitWaiting(bench, 1);

            assertThat(client.connectionPool().connectionCount()).isZero();
            assertThat(answer.get(5, TimeUnit.SECONDS)).isEqualTo(200);
            assertThat(bench.tally("api.test").held()).isEqualTo(1);
        }
    }

    @Test
    void cancelEndsTheWaitAndGivesTheSlotBack() throws Exception {
        try (Bench bench = drained(SLOW)) {
            Call call = bench.call(bench.wrapped(), "api.test");
            CompletableFuture<Throwable> thrown = CompletableFuture.supplyAsync(() -> {
                try {
                    call.execute();
                    return null;
                } catch (IOException e) {
                    return e;
                }
            });
            awaitWaiting(bench, 1);

            long from = System.nanoTime();
            call.cancel();

            assertThat(thrown.get(5, TimeUnit.SECONDS))
                    .isExactlyInstanceOf(IOException.class)
                    .hasMessage("Canceled");
            assertThat(since(from)).isLessThan(Duration.ofMillis(600));
            assertThat(bench.hits()).isZero();
            assertThat(bench.tally("api.test").cancelled()).isEqualTo(1);
        }
    }

    @Test
    void cancelEndsTheWaitOfAnEnqueuedCall() throws Exception {
        try (Bench bench = drained(SLOW)) {
            Call call = bench.call(bench.wrapped(), "api.test");
            CompletableFuture<Integer> answer = Bench.enqueue(call);
            awaitWaiting(bench, 1);

            long from = System.nanoTime();
            call.cancel();

            assertThatThrownBy(() -> answer.get(5, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasRootCauseExactlyInstanceOf(IOException.class)
                    .hasRootCauseMessage("Canceled");
            assertThat(since(from)).isLessThan(Duration.ofMillis(600));
        }
    }

    @Test
    @DisplayName("A17 an interrupt ends the wait and the thread keeps its flag")
    void interruptEndsTheWaitAndKeepsTheFlag() throws Exception {
        try (Bench bench = drained(SLOW)) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            AtomicBoolean flag = new AtomicBoolean();
            Thread thread = new Thread(() -> {
                try {
                    bench.get(bench.wrapped(), "api.test");
                } catch (IOException e) {
                    thrown.set(e);
                }
                flag.set(Thread.currentThread().isInterrupted());
            });
            thread.start();
            awaitWaiting(bench, 1);

            long from = System.nanoTime();
            thread.interrupt();
            thread.join(5_000);

            assertThat(since(from)).isLessThan(Duration.ofMillis(600));
            assertThat(thrown.get()).isExactlyInstanceOf(InterruptedIOException.class);
            assertThat(flag).isTrue();
            assertThat(bench.hits()).isZero();
        }
    }

    @Test
    void aWaitLeavesHalfASecondOfCallTimeoutToTheCallItself() throws IOException {
        try (Bench bench = drained("api.test: {limits: [{token-bucket: 1/10s, capacity: 1}], wait: 20s}")) {
            Duration timeout = Duration.ofMillis(10_300);
            OkHttpClient client =
                    HeadgateOkHttp.wrap(bench.plain().callTimeout(timeout).build(), bench.headgate);

            assertThatThrownBy(() -> bench.get(client, "api.test"))
                    .isInstanceOfSatisfying(RateLimitedIOException.class, rejected -> {
                        assertThat(rejected.reason()).isEqualTo(Reason.DEADLINE);
                        assertThat(rejected.retryAfter()).isBetween(timeout.minusSeconds(1), timeout);
                    });

            assertThat(bench.hits()).isZero();
        }
    }

    @Test
    @DisplayName("A08 a wait that does not fit into callTimeout is refused at once")
    void aWaitNeverOutlivesTheCallDeadline() throws IOException {
        try (Bench bench = drained("api.test: {limits: [{token-bucket: 1/10s, capacity: 1}], wait: 20s}")) {
            OkHttpClient client = HeadgateOkHttp.wrap(
                    bench.plain().callTimeout(Duration.ofSeconds(1)).build(), bench.headgate);

            long from = System.nanoTime();
            assertThatThrownBy(() -> bench.get(client, "api.test"))
                    .isInstanceOfSatisfying(RateLimitedIOException.class, rejected -> {
                        assertThat(rejected.reason()).isEqualTo(Reason.DEADLINE);
                        assertThat(rejected.retryAfter()).isBetween(Duration.ofSeconds(8), Duration.ofSeconds(10));
                    });

            assertThat(since(from)).isLessThan(Duration.ofMillis(600));
            assertThat(bench.hits()).isZero();
        }
    }

    @Test
    @DisplayName("A08 a wait longer than the rule's is refused at once")
    void aWaitLongerThanTheRulesIsRefusedAtOnce() throws IOException {
        try (Bench bench = drained("api.test: {limits: [{token-bucket: 1/10s, capacity: 1}], wait: 1s}")) {
            OkHttpClient client = bench.wrapped();

            long from = System.nanoTime();
            assertThatThrownBy(() -> bench.get(client, "api.test")).isInstanceOf(RateLimitedIOException.class);

            assertThat(since(from)).isLessThan(Duration.ofMillis(600));
            assertThat(bench.hits()).isZero();
        }
    }

    @Test
    void theAttemptsOfOneCallShareOneWait() throws IOException {
        try (Bench bench = drained("api.test: {limits: [1/800ms], wait: 1200ms}")) {
            OkHttpClient twice = HeadgateOkHttp.wrap(
                    bench.plain()
                            .addInterceptor(chain -> {
                                chain.proceed(chain.request()).close();
                                return chain.proceed(chain.request());
                            })
                            .build(),
                    bench.headgate);
            bench.answers(200, 200);

            assertThatThrownBy(() -> bench.get(twice, "api.test")).isInstanceOf(RateLimitedIOException.class);

            assertThat(bench.hits()).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("A49 a call that waits holds up no other host")
    void aWaitingCallHoldsUpNoOtherHost() throws Exception {
        try (Bench bench = drained(SLOW + "\nb.test: {limits: [{token-bucket: 100/s, capacity: 100}]}")) {
            OkHttpClient client = bench.wrapped();
            Call waiting = bench.call(client, "api.test");
            CompletableFuture<Integer> answer = Bench.enqueue(waiting);
            awaitWaiting(bench, 1);
            bench.answers(200, 200);

            long from = System.nanoTime();
            assertThat(bench.get(client, "b.test")).isEqualTo(200);
            assertThat(bench.get(client, "unlisted.test")).isEqualTo(200);

            assertThat(since(from)).isLessThan(Duration.ofSeconds(1));
            assertThat(answer).isNotDone();
            waiting.cancel();
        }
    }

    @Test
    void waitingCallsHoldAtMostHalfOfTheDispatcher() throws Exception {
        try (Bench bench = drained("api.test: {limits: [{token-bucket: 1/5s, capacity: 1}], wait: 60s}")) {
            Dispatcher dispatcher = new Dispatcher();
            dispatcher.setMaxRequests(8);
            dispatcher.setMaxRequestsPerHost(8);
            OkHttpClient client =
                    HeadgateOkHttp.wrap(bench.plain().dispatcher(dispatcher).build(), bench.headgate);
            List<CompletableFuture<Integer>> answers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                answers.add(Bench.enqueue(bench.call(client, "api.test")));
                awaitWaiting(bench, i + 1);
            }

            assertThatThrownBy(
                            () -> Bench.enqueue(bench.call(client, "api.test")).get(5, TimeUnit.SECONDS))
                    .rootCause()
                    .isInstanceOfSatisfying(RateLimitedIOException.class, rejected -> {
                        assertThat(rejected.reason()).isEqualTo(Reason.QUEUE_FULL);
                        assertThat(rejected.retryAfter()).isGreaterThan(Duration.ofSeconds(15));
                    });
            assertThat(bench.tally("api.test"))
                    .returns(6L, Tally::offered)
                    .returns(1L, Tally::rejected)
                    .returns(0L, Tally::cancelled)
                    .returns(4L, Tally::held);
            bench.answers(200);
            assertThat(Bench.enqueue(bench.call(client, "other.test")).get(2, TimeUnit.SECONDS))
                    .isEqualTo(200);
            assertThat(answers).noneMatch(CompletableFuture::isDone);
            dispatcher.cancelAll();
        }
    }
}
