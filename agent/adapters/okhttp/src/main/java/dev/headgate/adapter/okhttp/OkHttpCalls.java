package dev.headgate.adapter.okhttp;

import dev.headgate.spi.AdapterContext;
import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Downstreams;
import dev.headgate.throttle.Patience;
import dev.headgate.throttle.PerCall;
import dev.headgate.throttle.Rejection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import okhttp3.Call;
import okhttp3.Dispatcher;
import org.jspecify.annotations.Nullable;

/** What the seams of OkHttp know of a call together. Thread-safe. */
final class OkHttpCalls {
    // Linked with this class, and not when the first call that has waited is about to go.
    private static final Supplier<Patience> FRESH = Patience::new;

    /** The {@link Demand} that the call was charged with already, or its {@link Rejection}. */
    private final PerCall<Object> decided;

    private final PerCall<Boolean> sentAgain;

    private final PerCall<Demand> deferred;
    private final PerCall<Patience> patience;
    private final PerCall<Long> since;
    private final PerCall<Runnable> held;
    private final PerCall<Set<Object>> heldBy;

    OkHttpCalls(AdapterContext context) {
        this.decided = context.shared("okhttp.decided");
        this.sentAgain = context.shared("okhttp.sent-again");
        this.deferred = context.shared("okhttp.deferred");
        this.patience = context.shared("okhttp.patience");
        this.since = context.shared("okhttp.since");
        this.held = context.shared("okhttp.held");
        this.heldBy = context.shared("okhttp.held-by");
    }

    /** The next wire request of the call is charged already. */
    void charged(Call call, Demand demand) {
        decided.put(call, demand);
    }

    /** The next wire request of the call is refused, if it goes where the rejection says. */
    void rejected(Call call, Rejection rejection) {
        decided.put(call, rejection);
    }

    boolean isDecided(Call call) {
        return decided.get(call) != null;
    }

    /** Takes what was decided for the call's next wire request; see {@link #charged(Object, Demand)} and {@link #refusal}. */
    @Nullable
    Object takeDecision(Call call) {
        return decided.remove(call);
    }

    /** Returns what the request was charged with, if that is of the rule of {@code now}; else null. */
    static @Nullable Demand charged(@Nullable Object decision, Demand now) {
        return decision instanceof Demand && rule((Demand) decision).equals(rule(now)) ? (Demand) decision : null;
    }

    static @Nullable Rejection refusal(@Nullable Object decision, Demand demand) {
        return decision instanceof Rejection
                        && ((Rejection) decision).downstream().equals(rule(demand))
                ? (Rejection) decision
                : null;
    }

    /** The call is decided when it needs the network, by what was read on the thread that enqueued it. */
    void defer(Call call, Demand demand) {
        deferred.put(call, demand);
    }

    /** Takes what was read on the thread that enqueued the call, if it is of the same rule; else returns {@code now}. */
    Demand takeDeferred(Call call, Demand now) {
        Demand then = deferred.remove(call);
        return then != null && rule(then).equals(rule(now)) ? then : now;
    }

    /** The next wire request of the call is the last one, sent again. */
    void failed(Call call) {
        sentAgain.put(call, Boolean.TRUE);
    }

    /** Returns what the call's next wire request takes: as a retry, if it is the last one sent again. */
    Demand next(Call call, Demand demand) {
        return sentAgain.remove(call) == null ? demand : demand.asRetry();
    }

    @Nullable
    Patience patience(Call call) {
        return patience.get(call);
    }

    void spend(Call call, long waitedNanos) {
        patience.computeIfAbsent(call, FRESH).spend(waitedNanos);
    }

    /** Returns what is left of {@code callTimeout}, which began not later than the call's first wire request. */
    long leftNanos(Call call, Downstreams downstreams) {
        long timeout = call.timeout().timeoutNanos();
        if (timeout == 0) {
            return Long.MAX_VALUE;
        }
        long now = downstreams.nanoTime();
        return Math.max(0, timeout - (now - since.computeIfAbsent(call, () -> now)));
    }

    /** The call waits outside of its dispatcher; {@code endEarly} ends that. */
    void hold(Dispatcher dispatcher, Call call, Runnable endEarly) {
        heldBy.computeIfAbsent(dispatcher, ConcurrentHashMap::newKeySet).add(call);
        held.put(call, endEarly);
    }

    void release(Dispatcher dispatcher, Call call) {
        held.remove(call);
        Set<Object> calls = heldBy.get(dispatcher);
        if (calls != null) {
            calls.remove(call);
        }
    }

    /** Returns what ends the call's wait outside of its dispatcher, or null if it does not wait there. */
    @Nullable
    Runnable held(Object call) {
        return held.get(call);
    }

    /** Returns the calls that wait for a dispatcher; they may stop waiting meanwhile. */
    Set<Object> heldBy(Object dispatcher) {
        Set<Object> calls = heldBy.get(dispatcher);
        return calls == null ? Set.of() : calls;
    }

    private static String rule(Demand demand) {
        return demand.throttle().rule().name();
    }
}
