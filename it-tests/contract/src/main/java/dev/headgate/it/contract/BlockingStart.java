package dev.headgate.it.contract;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;

/** A call that blocks a thread of its own. */
final class BlockingStart implements ContractClient.Started {
    private final CompletableFuture<Integer> result = new CompletableFuture<>();
    private final Runnable cancel;
    private final Thread caller;
    private volatile boolean flagAfter;

    BlockingStart(Callable<Integer> call, Runnable cancel) {
        this.cancel = cancel;
        this.caller = new Thread(() -> run(call), "contract-caller");
        caller.setDaemon(true);
        caller.start();
    }

    private void run(Callable<Integer> call) {
        try {
            result.complete(call.call());
        } catch (Throwable thrown) {
            flagAfter = Thread.currentThread().isInterrupted();
            result.completeExceptionally(thrown);
        }
    }

    /** Returns whether the caller's interrupt flag was set when the call had failed. */
    boolean flagAfter() {
        return flagAfter;
    }

    @Override
    public CompletableFuture<Integer> result() {
        return result;
    }

    @Override
    public void cancel() {
        cancel.run();
    }

    @Override
    public Thread caller() {
        return caller;
    }
}
