package dev.headgate.it.contract;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A client as the contract sees it. */
public interface ContractClient {
    /** What not every client can do. */
    enum Can {
        /** Calls can be given a timeout. */
        TIME_OUT,
        /** A call can be cancelled. */
        CANCEL,
        /** The caller waits on its own thread, which can be interrupted; the flag is kept. */
        BE_INTERRUPTED,
        /** As {@link #BE_INTERRUPTED}, but the flag is cleared and {@link InterruptedException} is thrown. */
        BE_INTERRUPTED_WITHOUT_FLAG,
        /** Answers are cached. */
        CACHE,
        /** A rejected call can be given a response. */
        BE_ANSWERED
    }

    /** A call that was started. */
    interface Started {
        /** Returns the status, or the failure as the program sees it, without wrappers of futures. */
        CompletableFuture<Integer> result();

        void cancel();

        /** Returns the thread that waits in the call, null if none of the program's does. */
        @Nullable
        Thread caller();
    }

    /** Returns the first label of the host names that it calls, which keeps its budgets from those of others. */
    String label();

    Set<Can> abilities();

    /**
     * Starts a call and returns at once.
     *
     * @param timeout of the whole call; null for none
     */
    Started start(String url, @Nullable Duration timeout);
}
