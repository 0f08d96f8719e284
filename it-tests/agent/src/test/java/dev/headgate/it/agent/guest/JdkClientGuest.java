package dev.headgate.it.agent.guest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.it.support.Pause;
import dev.headgate.it.support.Reply;
import dev.headgate.it.support.ScriptedServer;
import dev.headgate.it.support.guest.Guest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The JDK's client, asynchronously")
@Guest(
        hosts = "{dropped,closed,dependent,late,plain-cancel,timed,timed-sync,threads,nulls,many,free}.jdk.test",
        rules = """
                dropped.jdk.test: {limits: [{token-bucket: 1/700ms}], wait: 5s}
                closed.jdk.test: {limits: [{token-bucket: 1/700ms}], wait: 5s}
                dependent.jdk.test: {limits: [{token-bucket: 1/700ms}], wait: 5s}
                late.jdk.test: {limits: [{token-bucket: 1/700ms}], wait: 5s}
                plain-cancel.jdk.test: {limits: [{token-bucket: 1/700ms}], wait: 5s}
                timed.jdk.test: {limits: [{token-bucket: 1/400ms}], wait: 5s}
                timed-sync.jdk.test: {limits: [{token-bucket: 1/400ms}], wait: 5s}
                threads.jdk.test: {limits: [{token-bucket: 1/200ms}], wait: 5s}
                nulls.jdk.test: {limits: [{token-bucket: 1/1h}], wait: 5h}
                many.jdk.test: {limits: [{token-bucket: 1/1h}], wait: 100h, queue: 1000}
                free.jdk.test: {limits: [1000/s], wait: 0}
                """)
class JdkClientGuest {
    private final ScriptedServer server = ScriptedServer.ok();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aClientDroppedInTheDelayStillCalls() throws Exception {
        CompletableFuture<HttpResponse<String>> delayed = startAndDropTheClient("dropped.jdk.test");
        for (int i = 0; i < 5; i++) {
            System.gc();
            Pause.of(Duration.ofMillis(80));
        }

        assertThat(delayed.get(5, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
        assertThat(server.hits()).isEqualTo(2);
    }

    @Test
    void closeWaitsForADelayedCall() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        Assumptions.assumeTrue(client instanceof AutoCloseable, "clients can be closed from 21 on");
        client.send(request("closed.jdk.test"), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> delayed =
                client.sendAsync(request("closed.jdk.test"), BodyHandlers.ofString());

        Timed closed = Timed.of(() -> {
            ((AutoCloseable) client).close();
            return null;
        });

        assertThat(closed.thrown()).isNull();
        assertThat(closed.took()).isBetween(Duration.ofMillis(400), Duration.ofSeconds(3));
        assertThat(delayed.get(1, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void cancelOfADependentFutureSendsNothing() throws Exception {
        CompletableFuture<Integer> dependent = secondOf("dependent.jdk.test").thenApply(HttpResponse::statusCode);
        dependent.cancel(true);
        Pause.of(Duration.ofMillis(900));

        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aTimeoutOfTheFutureSendsNothing() throws Exception {
        CompletableFuture<HttpResponse<String>> delayed =
                secondOf("late.jdk.test").orTimeout(200, TimeUnit.MILLISECONDS);
        Timed ended = Timed.of(delayed::get);
        Pause.of(Duration.ofMillis(800));

        assertThat(ended.took()).isBetween(Duration.ofMillis(150), Duration.ofMillis(500));
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void aCancelWithoutInterruptSendsNothing() throws Exception {
        secondOf("plain-cancel.jdk.test").cancel(false);
        Pause.of(Duration.ofMillis(900));

        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void theWaitIsTakenOffTheRequestTimeout() throws Exception {
        server.script(arrival -> Reply.status(200).after(Duration.ofSeconds(2)));
        HttpRequest timed = timed("timed.jdk.test");
        CompletableFuture<?> first = Http.CLIENT.sendAsync(timed, BodyHandlers.ofString());
        Timed second = Timed.of(
                () -> Http.CLIENT.sendAsync(timed, BodyHandlers.ofString()).get());

        assertThat(second.thrown()).hasCauseInstanceOf(HttpTimeoutException.class);
        assertThat(second.took()).isBetween(Duration.ofMillis(900), Duration.ofMillis(1_300));
        assertThat(first).isCompletedExceptionally();
    }

    @Test
    void theWaitIsTakenOffTheRequestTimeoutOfSendToo() {
        server.script(arrival -> Reply.status(200).after(Duration.ofSeconds(2)));
        HttpRequest timed = timed("timed-sync.jdk.test");
        Http.CLIENT.sendAsync(timed, BodyHandlers.ofString());
        Timed second = Timed.of(() -> Http.CLIENT.send(timed, BodyHandlers.ofString()));

        assertThat(second.thrown()).isInstanceOf(HttpTimeoutException.class);
        assertThat(second.took()).isBetween(Duration.ofMillis(900), Duration.ofMillis(1_300));
    }

    @Test
    void programCodeNeverRunsOnAThreadOfOurs() throws Exception {
        for (int i = 0; i < 3; i++) {
            CompletableFuture<String> thread = new CompletableFuture<>();
            Http.CLIENT
                    .sendAsync(request("threads.jdk.test"), BodyHandlers.ofString())
                    .whenComplete((response, thrown) ->
                            thread.complete(Thread.currentThread().getName()));

            assertThat(thread.get(5, TimeUnit.SECONDS)).doesNotContainIgnoringCase("headgate");
        }
    }

    @Test
    void argumentsAreCheckedOnTheSpot() throws Exception {
        Http.CLIENT.send(request("nulls.jdk.test"), BodyHandlers.ofString());

        assertThatThrownBy(() -> Http.CLIENT.sendAsync(request("nulls.jdk.test"), null))
                .isInstanceOf(NullPointerException.class);
        assertThat(server.hits()).isEqualTo(1);
    }

    @Test
    void hundredsOfWaitingCallsDoNotDelayAnotherHost() throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        client.send(request("free.jdk.test"), BodyHandlers.ofString());
        client.send(request("many.jdk.test"), BodyHandlers.ofString());
        for (int i = 0; i < 90; i++) {
            client.sendAsync(request("many.jdk.test"), BodyHandlers.ofString());
        }
        Timed other = Timed.of(() -> client.send(request("free.jdk.test"), BodyHandlers.ofString()));

        assertThat(other.thrown()).isNull();
        assertThat(other.took()).isLessThan(Duration.ofMillis(200));
        assertThat(server.hits("many.jdk.test")).isEqualTo(1);
    }

    private CompletableFuture<HttpResponse<String>> startAndDropTheClient(String host) throws Exception {
        HttpClient client = HttpClient.newHttpClient();
        client.send(request(host), BodyHandlers.ofString());
        return client.sendAsync(request(host), BodyHandlers.ofString());
    }

    private CompletableFuture<HttpResponse<String>> secondOf(String host) throws Exception {
        Http.CLIENT.send(request(host), BodyHandlers.ofString());
        CompletableFuture<HttpResponse<String>> second = Http.CLIENT.sendAsync(request(host), BodyHandlers.ofString());
        Pause.of(Duration.ofMillis(50));
        assertThat(second).isNotDone();
        return second;
    }

    private HttpRequest request(String host) {
        return HttpRequest.newBuilder(URI.create(server.url(host, "/"))).build();
    }

    private HttpRequest timed(String host) {
        return HttpRequest.newBuilder(URI.create(server.url(host, "/")))
                .timeout(Duration.ofSeconds(1))
                .build();
    }
}
