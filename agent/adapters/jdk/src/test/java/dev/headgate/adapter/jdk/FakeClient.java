package dev.headgate.adapter.jdk;

import dev.headgate.boot.Answer;
import dev.headgate.boot.Answers;
import java.net.http.HttpRequest;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/** Does with the seams of {@code HttpClientImpl} and {@code MultiExchange} what the JDK's client does, step by step. */
final class FakeClient {
    final Queue<Runnable> clientThreads = new ConcurrentLinkedQueue<>();
    private final SendAsync sendAsync;
    private final ExchangeStart exchangeStart;
    private final ExchangeCancel exchangeCancel;

    HttpRequest sent;
    int exchangesStarted;
    int requestsOnTheWire;
    boolean closed;
    boolean refusesArguments;
    boolean executorIsShutDown;
    boolean missesTheSeam;
    Runnable beforeTheExchange = () -> {};

    FakeClient(FakeDownstreams downstreams) {
        this.sendAsync = new SendAsync(downstreams);
        this.exchangeStart = new ExchangeStart(downstreams);
        this.exchangeCancel = new ExchangeCancel(downstreams);
    }

    CompletableFuture<String> sendAsync(HttpRequest request) {
        Answer answer = sendAsync.enter(this, request);
        if (answer != null && Answers.skips(answer)) {
            @SuppressWarnings("unchecked")
            CompletableFuture<String> skipped = (CompletableFuture<String>) Answers.value(answer);
            return skipped;
        }
        HttpRequest mine = answer == null ? request : (HttpRequest) Answers.value(answer);
        CompletableFuture<String> returned = null;
        RuntimeException thrown = null;
        try {
            returned = nativeSendAsync(mine);
        } catch (RuntimeException e) {
            thrown = e;
        }
        sendAsync.exit(this, mine, returned, thrown);
        if (thrown != null) {
            throw thrown;
        }
        return returned;
    }

    private CompletableFuture<String> nativeSendAsync(HttpRequest request) {
        if (closed) {
            return CompletableFuture.failedFuture(new java.io.IOException("closed"));
        }
        if (refusesArguments) {
            throw new NullPointerException("no body handler");
        }
        beforeTheExchange.run();
        sent = request;
        return new Exchange().responseAsync(this::onClientThread);
    }

    private void onClientThread(Runnable task) {
        if (executorIsShutDown) {
            throw new RejectedExecutionException("shut down");
        }
        clientThreads.add(task);
    }

    final class Exchange {
        private volatile boolean cancelled;

        CompletableFuture<String> responseAsync(Executor given) {
            Answer answer = missesTheSeam ? null : exchangeStart.enter(this, given);
            Executor executor = answer == null ? given : (Executor) Answers.value(answer);
            CompletableFuture<String> response = new ClientFuture<>(this);
            executor.execute(() -> {
                exchangesStarted++;
                if (cancelled) {
                    response.completeExceptionally(new CancellationException("Request cancelled"));
                } else {
                    requestsOnTheWire++;
                    response.complete("200");
                }
            });
            return response;
        }

        boolean cancel(boolean mayInterruptIfRunning) {
            boolean done = mayInterruptIfRunning && !cancelled;
            cancelled |= mayInterruptIfRunning;
            exchangeCancel.exit(this, mayInterruptIfRunning, done, null);
            return done;
        }
    }

    /** As the JDK's: the cancel of any future that hangs on it reaches the exchange, unless that future is done. */
    private static final class ClientFuture<T> extends CompletableFuture<T> {
        private final Exchange exchange;

        ClientFuture(Exchange exchange) {
            this.exchange = exchange;
        }

        @Override
        public <U> CompletableFuture<U> newIncompleteFuture() {
            return new ClientFuture<>(exchange);
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            if (!isDone()) {
                exchange.cancel(mayInterruptIfRunning);
            }
            return super.cancel(mayInterruptIfRunning);
        }
    }

    void runClientThreads() {
        for (Runnable next = clientThreads.poll(); next != null; next = clientThreads.poll()) {
            next.run();
        }
    }
}
