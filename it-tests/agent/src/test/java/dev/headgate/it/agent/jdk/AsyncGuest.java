package dev.headgate.it.agent.jdk;

import static dev.headgate.it.agent.jdk.Calling.gapMillis;
import static dev.headgate.it.agent.jdk.Calling.get;
import static dev.headgate.it.agent.jdk.Calling.pending;
import static dev.headgate.it.agent.jdk.Calling.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The futures of delayed and rejected calls: the client's own, and whatever ends them leaves nothing behind. */
@Guest(
        hosts = {
            "{type,null,inline,cancel,soft,dependent,expired,completed}.async.test",
            "{full,form}.async-full.test",
            "answered.async-answer.test",
            "beside.async.free.test"
        },
        rules = """
                async: {match: {hosts: ["*.async.test"]}, key: [host], limits: [1/3s], wait: 20s}
                async-answer: {match: {hosts: ["*.async-answer.test"]}, limits: [1/10m], wait: 0s, reject: response}
                async-full: {match: {hosts: ["*.async-full.test"]}, key: [host], limits: [1/10m], wait: 0s}""")
class AsyncGuest {
    private static ScriptedServer server;
    private final HttpClient client = HttpClient.newHttpClient();

    @BeforeAll
    static void start() {
        server = ScriptedServer.ok();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void theFutureIsTheClientsOwnWhetherDelayedOrRefused() throws Exception {
        CompletableFuture<HttpResponse<String>> free = sendAsync("beside.async.free.test");
        sendAsync("type.async.test").get();
        CompletableFuture<HttpResponse<String>> delayed = sendAsync("type.async.test");
        sendAsync("full.async-full.test").get();
        CompletableFuture<HttpResponse<String>> refused = sendAsync("full.async-full.test");

        assertThat(delayed).hasSameClassAs(free);
        assertThat(refused).hasSameClassAs(free).isCompletedExceptionally();
        assertThatThrownBy(refused::get)
                .satisfies(thrown -> assertThat(
                                RateLimited.find(thrown).orElseThrow().downstream())
                        .isEqualTo("async-full"));
        assertThat(server.hits("full.async-full.test")).isEqualTo(1);
        delayed.get();
        await().untilAsserted(() -> assertThat(pending(client)).isZero());
    }

    @Test
    void aRefusedCallFailsInTheFormOfOtherFailures() throws Exception {
        HttpRequest nobodyListens = HttpRequest.newBuilder(URI.create("http://beside.async.free.test:1/"))
                .build();
        Throwable ofTheClient = failureOf(client.sendAsync(nobodyListens, HttpResponse.BodyHandlers.ofString()));
        failureOf(sendAsync("form.async-full.test"));
        Throwable ours = failureOf(sendAsync("form.async-full.test"));

        assertThat(ofTheClient).hasCauseInstanceOf(ConnectException.class);
        assertThat(ours).hasSameClassAs(ofTheClient).hasCauseInstanceOf(RateLimitedIOException.class);
    }

    @Test
    void noBodyHandlerIsToldOnTheSpotAndSpendsNothing() throws Exception {
        status(client, get(server, "null.async.test"));
        assertThatThrownBy(() -> client.sendAsync(get(server, "null.async.test"), null))
                .isInstanceOf(NullPointerException.class);
        sendAsync("null.async.test").get();
        assertThat(gapMillis(server, "null.async.test")).isBetween(1_000L, 4_900L);
    }

    @Test
    void cancelGivesTheSlotBack() throws Exception {
        endsEarly("cancel.async.test", future -> future.cancel(true));
    }

    @Test
    void cancelWithoutInterruptGivesTheSlotBack() throws Exception {
        endsEarly("soft.async.test", future -> future.cancel(false));
    }

    @Test
    void cancelOfADependentFutureSendsNothing() throws Exception {
        endsEarly("dependent.async.test", future -> {
            CompletableFuture<Integer> dependent = future.thenApply(HttpResponse::statusCode);
            dependent.cancel(true);
            // Cancelled or failed: that is a race in the JDK itself, which without the agent ends either way, too.
            assertThat(dependent).isCompletedExceptionally();
        });
    }

    @Test
    void aTimeoutOfTheFutureSendsNothing() throws Exception {
        endsEarly("expired.async.test", future -> {
            future.orTimeout(50, TimeUnit.MILLISECONDS);
            await().until(future::isCompletedExceptionally);
        });
    }

    @Test
    void aFutureThatTheProgramCompletesSendsNothing() throws Exception {
        endsEarly("completed.async.test", future -> future.complete(null));
    }

    @Test
    void aClientWithoutThreadsOfItsOwnIsDelayedToo() throws Exception {
        HttpClient inline = HttpClient.newBuilder().executor(Runnable::run).build();
        status(inline, get(server, "inline.async.test"));
        assertThat(inline.sendAsync(get(server, "inline.async.test"), HttpResponse.BodyHandlers.ofString())
                        .get()
                        .statusCode())
                .isEqualTo(200);
        assertThat(gapMillis(server, "inline.async.test")).isBetween(1_000L, 4_900L);
    }

    @Test
    void anAnsweredRejectionLeavesNothingPending() throws Exception {
        sendAsync("answered.async-answer.test").get();

        assertThat(sendAsync("answered.async-answer.test").get().statusCode()).isEqualTo(429);
        assertThat(client.send(get(server, "answered.async-answer.test"), HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(429);
        await().untilAsserted(() -> assertThat(pending(client)).isZero());
        assertThat(server.hits("answered.async-answer.test")).isEqualTo(1);
    }

    /** A call that waits and ends early sends nothing, leaves nothing pending, and the next has its slot. */
    private void endsEarly(String host, Consumer<CompletableFuture<HttpResponse<String>>> end) throws Exception {
        status(client, get(server, host));
        CompletableFuture<HttpResponse<String>> future = sendAsync(host);
        end.accept(future);
        await().atMost(Duration.ofMillis(2_000))
                .untilAsserted(() -> assertThat(pending(client)).isZero());

        sendAsync(host).get();
        assertThat(gapMillis(server, host)).isBetween(1_000L, 4_900L);
        assertThat(server.hits(host)).isEqualTo(2);
    }

    private CompletableFuture<HttpResponse<String>> sendAsync(String host) {
        return client.sendAsync(get(server, host), HttpResponse.BodyHandlers.ofString());
    }

    private static Throwable failureOf(CompletableFuture<HttpResponse<String>> call) throws Exception {
        return call.handle((response, failure) -> failure).get();
    }
}
