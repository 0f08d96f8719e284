package dev.headgate.adapter.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.api.RateLimited;
import dev.headgate.api.RateLimitedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class SendAsyncTest {
    private static final HttpRequest REQUEST = HttpRequest.newBuilder(URI.create("http://api.test/v1/charges?x=1"))
            .header("A", "b")
            .timeout(Duration.ofSeconds(2))
            .build();

    private final FakeDownstreams downstreams = new FakeDownstreams("api.test");
    private final FakeDemand demand = downstreams.demand;
    private final FakeClient client = new FakeClient(downstreams);

    @Test
    void aCallThatNeedNotWaitGoesUntouched() throws Exception {
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        client.runClientThreads();

        assertThat(future.get()).isEqualTo("200");
        assertThat(client.sent).isSameAs(REQUEST);
        assertThat(downstreams.asked).containsExactly("GET http://api.test:-1/v1/charges");
        assertThat(demand.deadlines).containsExactly(TimeUnit.MILLISECONDS.toNanos(1_500));
    }

    @Test
    void aHostThatNoRuleNamesIsNotLookedAtFurther() throws Exception {
        CompletableFuture<String> future = client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://other.test/")).build());
        client.runClientThreads();

        assertThat(future.get()).isEqualTo("200");
        assertThat(downstreams.asked).isEmpty();
        assertThat(demand.scheduled).isZero();
    }

    @Test
    void aDelayedCallReturnsAtOnceAndStartsAtItsSlotOnTheClientsExecutor() throws Exception {
        demand.waitNanos = TimeUnit.MILLISECONDS.toNanos(500);
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        client.runClientThreads();
        assertThat(future).isNotDone();
        assertThat(client.exchangesStarted).isZero();

        demand.continuation.admitted();
        assertThat(future).as("the slot only hands over").isNotDone();
        client.runClientThreads();

        assertThat(future.get()).isEqualTo("200");
        assertThat(client.requestsOnTheWire).isEqualTo(1);
        assertThat(demand.slotsBack).isZero();
    }

    @Test
    void theWaitIsTakenOffTheRequestTimeout() {
        demand.waitNanos = TimeUnit.MILLISECONDS.toNanos(500);
        client.sendAsync(REQUEST);

        assertThat(client.sent.timeout()).contains(Duration.ofMillis(1_500));
        assertThat(client.sent).isEqualTo(REQUEST);
        assertThat(client.sent.headers()).isEqualTo(REQUEST.headers());
    }

    @Test
    void aRejectedCallFailsTheClientsOwnFutureAndSendsNothing() {
        demand.rejection = FakeDemand.REJECTION;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        client.runClientThreads();

        assertThatThrownBy(future::get)
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(RateLimitedIOException.class)
                .satisfies(thrown -> assertThat(
                                RateLimited.find(thrown).orElseThrow().retryAfter())
                        .isEqualTo(Duration.ofMillis(1_500)));
        assertThat(future.getClass().getSimpleName()).isEqualTo("ClientFuture");
        assertThat(client.exchangesStarted)
                .as("else the client counts it as pending for ever")
                .isEqualTo(1);
        assertThat(client.requestsOnTheWire).isZero();
    }

    @Test
    void whatHangsOnARejectedCallSeesTheRejectionAsACauseAsItDoesForOtherFailures() {
        demand.rejection = FakeDemand.REJECTION;
        AtomicReference<Throwable> seen = new AtomicReference<>();
        client.sendAsync(REQUEST).whenComplete((body, thrown) -> seen.set(thrown));
        assertThat(seen.get())
                .isExactlyInstanceOf(CompletionException.class)
                .hasCauseExactlyInstanceOf(RateLimitedIOException.class);
    }

    @Test
    void aLateRejectKeepsItsType() throws Exception {
        demand.waitNanos = 1;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        demand.continuation.rejected(FakeDemand.REJECTION);

        assertThatThrownBy(() -> future.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(RateLimitedIOException.class);
        Awaitility.await().until(() -> !client.clientThreads.isEmpty());
        client.runClientThreads();
        assertThat(client.exchangesStarted).isEqualTo(1);
        assertThat(client.requestsOnTheWire).isZero();
    }

    @Test
    void aCallThatIsNotDecidedYetKeepsItsTimeoutAndWaitsForTheDecision() throws Exception {
        demand.waitNanos = 1;
        demand.undecided = true;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        client.runClientThreads();
        assertThat(client.exchangesStarted).isZero();

        demand.continuation.admitted();
        client.runClientThreads();
        assertThat(future.get()).isEqualTo("200");
        assertThat(client.sent).isSameAs(REQUEST);
    }

    @Test
    void aCallThatIsRejectedBeforeTheMethodReturnsFailsAndSendsNothing() {
        demand.waitNanos = 1;
        demand.undecided = true;
        demand.rejectedWhenTold = FakeDemand.REJECTION;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        client.runClientThreads();

        assertThatThrownBy(future::get).hasCauseInstanceOf(RateLimitedIOException.class);
        assertThat(client.exchangesStarted).isEqualTo(1);
        assertThat(client.requestsOnTheWire).isZero();
        assertThat(demand.owed).isZero();
    }

    @Test
    void cancelGivesTheSlotBackAndStillStartsTheExchange() {
        demand.waitNanos = 1;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        future.cancel(true);

        assertThat(demand.slotsBack).isEqualTo(1);
        assertThat(client.clientThreads).as("not inside the cancel").isEmpty();
        downstreams.runHandedOver();
        client.runClientThreads();
        assertThat(client.exchangesStarted).isEqualTo(1);
        assertThat(client.requestsOnTheWire).isZero();
        assertThat(future).isCancelled();
    }

    @Test
    void cancelOfADependentFutureSendsNothing() {
        demand.waitNanos = 1;
        CompletableFuture<String> dependent = client.sendAsync(REQUEST).thenApply(body -> body);
        dependent.cancel(true);

        assertThat(demand.slotsBack).isEqualTo(1);
        downstreams.runHandedOver();
        client.runClientThreads();
        assertThat(client.requestsOnTheWire).isZero();
        assertThat(dependent).isCancelled();
    }

    @Test
    void aFutureThatTheProgramCompletesSendsNothing() {
        demand.waitNanos = 1;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        future.complete("from elsewhere");

        downstreams.runHandedOver();
        client.runClientThreads();
        assertThat(demand.slotsBack).isEqualTo(1);
        assertThat(client.requestsOnTheWire).isZero();
        demand.continuation.admitted();
        client.runClientThreads();
        assertThat(client.exchangesStarted).as("started once").isEqualTo(1);
    }

    @Test
    void whatTheClientRefusesItselfSpendsNothing() {
        demand.waitNanos = 1;
        client.closed = true;
        assertThatThrownBy(() -> client.sendAsync(REQUEST).get()).hasRootCauseMessage("closed");
        assertThat(demand.slotsBack).isEqualTo(1);

        client.closed = false;
        client.refusesArguments = true;
        assertThatThrownBy(() -> client.sendAsync(REQUEST)).isInstanceOf(NullPointerException.class);
        assertThat(demand.slotsBack).isEqualTo(2);
    }

    @Test
    void aCallInsideACallDoesNotTakeItsWait() throws Exception {
        demand.waitNanos = 1;
        FakeClient inner = new FakeClient(downstreams);
        HttpRequest pac =
                HttpRequest.newBuilder(URI.create("http://proxy.test/pac")).build();
        client.beforeTheExchange = () -> inner.sendAsync(pac);
        CompletableFuture<String> outer = client.sendAsync(REQUEST);

        inner.runClientThreads();
        assertThat(inner.requestsOnTheWire).isEqualTo(1);
        client.runClientThreads();
        assertThat(outer).isNotDone();
        demand.continuation.admitted();
        client.runClientThreads();
        assertThat(outer.get()).isEqualTo("200");
    }

    @Test
    void anExchangeThatPassesUnseenIsOwedAndFromThenOnNothingIsHeld() throws Exception {
        demand.waitNanos = 1;
        client.missesTheSeam = true;
        CompletableFuture<String> first = client.sendAsync(REQUEST);
        assertThat(demand.slotsBack).isEqualTo(1);
        assertThat(demand.owed).isEqualTo(1);
        CompletableFuture<String> second = client.sendAsync(REQUEST);
        assertThat(demand.owed).isEqualTo(2);
        client.runClientThreads();
        assertThat(first.get()).isEqualTo("200");
        assertThat(second.get()).isEqualTo("200");

        demand.rejection = FakeDemand.REJECTION;
        assertThatThrownBy(() -> client.sendAsync(REQUEST).get()).hasCauseInstanceOf(RateLimitedIOException.class);
        assertThat(client.clientThreads).isEmpty();
    }

    @Test
    void aClientWhoseExecutorHasShutDownInTheWaitFailsTheFuture() {
        demand.waitNanos = 1;
        CompletableFuture<String> future = client.sendAsync(REQUEST);
        client.executorIsShutDown = true;
        demand.continuation.admitted();

        assertThatThrownBy(future::get).hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(client.exchangesStarted).isEqualTo(1);
        assertThat(client.requestsOnTheWire).isZero();
    }
}
