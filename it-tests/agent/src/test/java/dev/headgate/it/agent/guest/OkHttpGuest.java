package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.Pause;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.Cache;
import okhttp3.Call;
import okhttp3.Callback;
import okhttp3.Dispatcher;
import okhttp3.EventListener;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("OkHttp, asynchronously")
@Guest(hosts = "{cancel-all,cached,full-cache,reject,many,free,twice,hop,start}.ok.test", rules = """
                cancel-all.ok.test: {limits: [{token-bucket: 1/1h}], wait: 5h}
                cached.ok.test: {limits: [{fixed-window: 2/1d}], wait: 0}
                full-cache.ok.test: {limits: [{fixed-window: 1/1d}], wait: 0}
                reject.ok.test: {limits: [{fixed-window: 1/1d}], wait: 0}
                many.ok.test: {limits: [{token-bucket: 1/1h}], wait: 100h, queue: 1000}
                free.ok.test: {limits: [1000/s], wait: 0}
                twice.ok.test: {limits: [{token-bucket: 1/500ms}], wait: 5s}
                hop.ok.test: {limits: [{fixed-window: 2/1d}], wait: 0}
                """)
class OkHttpGuest {
    private final ScriptedServer server = ScriptedServer.ok();

    @TempDir
    Path directory;

    @AfterEach
    void stop() {
        server.close();
    }

    /** What became of an enqueued call. */
    private static final class Enqueued implements Callback {
        final CompletableFuture<Integer> status = new CompletableFuture<>();
        volatile String thread = "";

        @Override
        public void onFailure(Call call, IOException e) {
            thread = Thread.currentThread().getName();
            status.completeExceptionally(e);
        }

        @Override
        public void onResponse(Call call, Response response) throws IOException {
            try (response) {
                thread = Thread.currentThread().getName();
                response.body().string();
                status.complete(response.code());
            }
        }
    }

    @Test
    void cancelAllEndsWaitingCalls() throws Exception {
        OkHttpClient client =
                new OkHttpClient.Builder().dispatcher(new Dispatcher()).build();
        client.newCall(request("cancel-all.ok.test")).execute().close();
        List<Enqueued> waiting = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            waiting.add(enqueue(client, "cancel-all.ok.test"));
        }
        Pause.of(Duration.ofMillis(200));

        client.dispatcher().cancelAll();

        for (Enqueued call : waiting) {
            assertThat(call.status)
                    .failsWithin(Duration.ofMillis(300))
                    .withThrowableThat()
                    .withCauseInstanceOf(IOException.class)
                    .withMessageContaining("Canceled");
        }
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aCacheHitCostsNothingAlthoughItsSeamIsAboveTheCache() throws Exception {
        server.script(arrival -> Reply.status(200).with("Cache-Control", "max-age=60"));
        OkHttpClient client = caching("cached");
        for (int i = 0; i < 4; i++) {
            assertThat(enqueue(client, "cached.ok.test").status.get(5, TimeUnit.SECONDS))
                    .isEqualTo(200);
        }
        assertThat(server.hits()).isEqualTo(1);

        Request other = new Request.Builder()
                .url(server.url("cached.ok.test", "/other"))
                .build();
        client.newCall(other).execute().close();
        assertThat(server.hits()).isEqualTo(2);
    }

    @Test
    void aCachedAnswerSurvivesAReject() throws Exception {
        server.script(arrival -> Reply.status(200).with("Cache-Control", "max-age=60"));
        OkHttpClient client = caching("full");
        for (int i = 0; i < 3; i++) {
            assertThat(enqueue(client, "full-cache.ok.test").status.get(5, TimeUnit.SECONDS))
                    .isEqualTo(200);
        }
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aRejectionIsToldToTheEventListenerAndOnAThreadOfTheClient() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        OkHttpClient client = new OkHttpClient.Builder()
                .eventListener(new EventListener() {
                    @Override
                    public void callFailed(Call call, IOException e) {
                        failed.incrementAndGet();
                    }
                })
                .build();
        client.newCall(request("reject.ok.test")).execute().close();
        Enqueued rejected = enqueue(client, "reject.ok.test");

        assertThat(rejected.status)
                .failsWithin(Duration.ofSeconds(2))
                .withThrowableThat()
                .withCauseInstanceOf(RateLimitedIOException.class);
        assertThat(failed).hasValue(1);
        assertThat(rejected.thread).contains("OkHttp");
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void hundredsOfWaitingCallsDoNotDelayAnotherHost() throws Exception {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequestsPerHost(64);
        OkHttpClient client = new OkHttpClient.Builder().dispatcher(dispatcher).build();
        client.newCall(request("free.ok.test")).execute().close();
        client.newCall(request("many.ok.test")).execute().close();
        for (int i = 0; i < 90; i++) {
            Timed started = Timed.of(() -> enqueue(client, "many.ok.test"));
            assertThat(started.took()).isLessThan(Duration.ofMillis(200));
        }
        Timed other = Timed.of(() -> enqueue(client, "free.ok.test").status.get(5, TimeUnit.SECONDS));

        assertThat(other.thrown()).isNull();
        assertThat(other.took()).isLessThan(Duration.ofMillis(300));
        assertThat(server.hits("many.ok.test")).isEqualTo(1);
        assertThat(dispatcher.runningCallsCount()).isZero();
    }

    @Test
    void aDelayedCallCannotBeEnqueuedTwice() throws Exception {
        OkHttpClient client = new OkHttpClient();
        client.newCall(request("twice.ok.test")).execute().close();
        Call call = client.newCall(request("twice.ok.test"));
        Enqueued first = new Enqueued();
        call.enqueue(first);

        assertThatThrownBy(() -> call.enqueue(new Enqueued())).isInstanceOf(IllegalStateException.class);
        assertThat(first.status.get(5, TimeUnit.SECONDS)).isEqualTo(200);
        assertThat(first.thread).contains("OkHttp");
        assertThat(server.hits()).isEqualTo(2);
    }

    @Test
    void aHopToTheSameHostIsChargedToo() throws Exception {
        server.script(arrival -> arrival.path().equals("/start")
                ? Reply.redirectTo(server.url("hop.ok.test", "/end"))
                : Reply.status(200));
        OkHttpClient client = new OkHttpClient();
        Request start =
                new Request.Builder().url(server.url("hop.ok.test", "/start")).build();
        client.newCall(start).execute().close();

        assertThat(Timed.of(() -> client.newCall(start).execute()).thrown()).isInstanceOf(RateLimitedIOException.class);
        assertThat(server.hits()).isEqualTo(2);
    }

    private OkHttpClient caching(String name) {
        File folder = directory.resolve(name).toFile();
        return new OkHttpClient.Builder().cache(new Cache(folder, 1_000_000)).build();
    }

    private Enqueued enqueue(OkHttpClient client, String host) {
        Enqueued outcome = new Enqueued();
        client.newCall(request(host)).enqueue(outcome);
        return outcome;
    }

    private Request request(String host) {
        return new Request.Builder().url(server.url(host, "/")).build();
    }
}
