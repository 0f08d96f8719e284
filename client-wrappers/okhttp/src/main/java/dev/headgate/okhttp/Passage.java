package dev.headgate.okhttp;

import dev.headgate.throttle.Demand;
import dev.headgate.throttle.Patience;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import okhttp3.Call;
import org.jspecify.annotations.Nullable;

/** What is known of one program call over all its wire requests. Thread-safe. */
final class Passage {
    final Patience patience = new Patience();
    private final long sinceNanos;
    private final AtomicReference<@Nullable String> paid = new AtomicReference<>();
    private final AtomicBoolean sentAgain = new AtomicBoolean();

    Passage(long nowNanos) {
        this.sinceNanos = nowNanos;
    }

    /** Returns what is left of {@code callTimeout}; {@link Long#MAX_VALUE} if the call has none. */
    long leftNanos(Call call, long nowNanos) {
        long timeout = call.timeout().timeoutNanos();
        return timeout == 0 ? Long.MAX_VALUE : Math.max(0, timeout - (nowNanos - sinceNanos));
    }

    /** Remembers that the next wire request has its slot. */
    void pay(Demand demand) {
        paid.set(demand.throttle().rule().name());
    }

    /** Takes the slot that was paid for; false if there is none, or one of another rule because the host was changed since. */
    boolean takePaid(Demand demand) {
        String rule = paid.getAndSet(null);
        return rule != null && rule.equals(demand.throttle().rule().name());
    }

    /** Remembers that the next wire request is the last one, sent again. */
    void failed() {
        sentAgain.set(true);
    }

    /** Returns what the next wire request takes: as a retry, if it is the last one sent again. */
    Demand next(Demand demand) {
        return sentAgain.getAndSet(false) ? demand.asRetry() : demand;
    }

    /** Forgets a slot that no wire request used; returns true if there was one. */
    boolean dropPaid() {
        return paid.getAndSet(null) != null;
    }
}
