package dev.headgate.okhttp;

import dev.headgate.api.Covered;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Outcome;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Rejection;
import java.io.IOException;
import okhttp3.Call;
import okhttp3.Dispatcher;
import okhttp3.HttpUrl;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/** What the two interceptors of one wrapped client share. Thread-safe. */
final class Gatekeeper {
    private final Downstreams downstreams;
    private final Dispatcher dispatcher;
    private final DispatcherPlaces places = new DispatcherPlaces();
    private final PerCall<Passage> passages = new PerCall<>();
    private volatile boolean cached;

    Gatekeeper(OkHttpClient client, Downstreams downstreams) {
        this.downstreams = downstreams;
        this.dispatcher = client.dispatcher();
        this.cached = client.cache() != null;
    }

    /** Returns true if this was made for those rules. */
    boolean serves(Downstreams rules) {
        return downstreams == rules;
    }

    /** Returns true if nothing that was read from its client is otherwise in {@code client}. */
    boolean fits(OkHttpClient client) {
        return dispatcher == client.dispatcher() && (cached || client.cache() == null);
    }

    boolean hasCache() {
        return cached;
    }

    /** Notes that a client derived from the wrapped one has got a cache. */
    void cacheSeen() {
        cached = true;
    }

    Passage passage(Call call) {
        return passages.computeIfAbsent(call, () -> new Passage(downstreams.nanoTime()));
    }

    /** Returns what the request takes, or null if no rule is charged with it or the agent charges it. */
    @Nullable
    Demand demand(Request request) {
        Demand demand = downstreams.http(OkHttpRequests.READER, request);
        if (demand == null) {
            return null;
        }
        HttpUrl url = request.url();
        boolean covered = Covered.http(
                "okhttp",
                url.scheme(),
                url.host(),
                url.port(),
                request.method(),
                url.encodedPath(),
                name -> request.header(name));
        return covered ? null : demand;
    }

    /**
     * Holds the call until its next wire request may go, and pays for it. No connection is held meanwhile.
     *
     * @return what the call gets in place of the server's answer; null if it goes
     */
    @Nullable
    Response hold(Call call, Request request, Demand first) throws IOException {
        Passage passage = passage(call);
        Demand demand = passage.next(first);
        long left = Patience.ofTimeout(passage.leftNanos(call, downstreams.nanoTime()));
        CallWait wait = new CallWait(call, places, dispatcher.getMaxRequests());
        Outcome outcome;
        try {
            outcome = demand.acquire(passage.patience, left, wait);
        } finally {
            wait.end();
        }
        if (outcome instanceof Outcome.Rejected && RejectedResponse.isWanted(demand)) {
            return RejectedResponse.to(request, demand, ((Outcome.Rejected) outcome).rejection());
        }
        IOException failure = CallWait.failure(outcome);
        if (failure != null) {
            throw failure;
        }
        passage.pay(demand);
        return null;
    }

    /**
     * Charges a wire request that has a connection already: one that was paid for goes; another goes or is refused as its rule
     * says, but where it would have to wait for a limit it goes at once and later calls pay. Refused by an exception in any case:
     * OkHttp lets nobody answer in its place here.
     */
    void pass(Call call, Demand demand) throws IOException {
        Passage passage = passage(call);
        if (passage.takePaid(demand)) {
            return;
        }
        long left = Patience.ofTimeout(passage.leftNanos(call, downstreams.nanoTime()));
        Rejection rejection = passage.next(demand).goOrOwe(passage.patience, left);
        if (rejection != null) {
            throw rejection.toIOException();
        }
    }

    /** Tells what was answered to a wire request of the call. */
    void answered(Call call, Demand demand, Request request, Response response) {
        if (WireEnd.isSentAgainAfter(response.code())) {
            passage(call).failed();
        }
        demand.answered(OkHttpRequests.READER, request, OkHttpResponses.READER, response);
    }

    /** Tells how a wire request of the call, or the connection for it, failed. */
    void failed(Call call, Demand demand, Request request, Throwable thrown) {
        Passage passage = passage(call);
        Throwable failure = WireEnd.failure(thrown, call, passage.leftNanos(call, downstreams.nanoTime()));
        if (failure != null) {
            if (WireEnd.isSentAgainAfter(failure)) {
                passage.failed();
            }
            demand.failed(OkHttpRequests.READER, request, failure);
        }
    }
}
