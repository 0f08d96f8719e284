package dev.headgate.redis;

import dev.headgate.throttle.Feedback;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What Redis is to be told of a rule: how many calls went, what became of them, what the downstream ordered. Bad news and orders
 * are told at once; what is merely counted, from time to time. Thread-safe.
 */
final class Untold {
    /** While there is a pace, which follows from what is told. */
    static final long PACED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    static final long CALM_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final LongAdder admitted = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder overloaded = new LongAdder();
    private final AtomicReference<@Nullable Order> order = new AtomicReference<>();
    private final AtomicReference<@Nullable Order> backoff = new AtomicReference<>();
    private final AtomicReference<@Nullable Order> part = new AtomicReference<>();
    private volatile boolean urgent;
    private volatile boolean lost;
    private volatile long toldNanos;

    Untold(long nowNanos) {
        toldNanos = nowNanos;
    }

    /**
     * What is told at one time. Immutable.
     *
     * @param order what was ordered; null: nothing
     * @param backoff until when nobody goes unless most calls are served; null: that was not asked for
     * @param part until when nobody of some key goes; null: that was not ordered
     * @param lost whether Redis has forgotten what it knew before
     */
    record Tidings(
            long admitted,
            long succeeded,
            long overloaded,
            @Nullable Order order,
            @Nullable Order backoff,
            @Nullable Order part,
            boolean lost) {}

    /** Calls were given a slot; less than 0: gave it back. */
    void admitted(long calls) {
        admitted.add(calls);
    }

    /**
     * Hears what became of calls.
     *
     * @param trying whether a call that is served ends a pause
     */
    void report(Feedback feedback, boolean trying, long nowNanos) {
        count(feedback);
        if (feedback.rulePauseNanos() > 0) {
            order(Order.of(nowNanos, feedback.rulePauseNanos(), feedback.probe()));
        }
        if (feedback.backoffNanos() > 0) {
            Order own = Order.of(nowNanos, feedback.backoffNanos(), false);
            backoff.accumulateAndGet(own, Untold::later);
            urgent = true;
        }
        if (feedback.keyPauseNanos() > 0) {
            part.accumulateAndGet(Order.of(nowNanos, feedback.keyPauseNanos(), false), Untold::later);
            urgent = true;
        }
        if (feedback.overloaded() > 0 || trying && feedback.succeeded() > 0) {
            urgent = true;
        }
    }

    private void count(Feedback feedback) {
        if (feedback.succeeded() > 0) {
            succeeded.add(feedback.succeeded());
        }
        if (feedback.overloaded() > 0) {
            overloaded.add(feedback.overloaded());
        }
    }

    /** Nobody shall go before a time. */
    void order(Order ordered) {
        order.accumulateAndGet(ordered, Untold::later);
        urgent = true;
    }

    /** As {@link #order}, of a pause that Redis has forgotten, and the pace with it. */
    void orderAgain(Order ordered) {
        lost = true;
        order(ordered);
    }

    private static Order later(@Nullable Order one, @Nullable Order other) {
        return other == null ? Objects.requireNonNull(one) : Order.later(one, other);
    }

    boolean isUrgent() {
        return urgent;
    }

    /** Whether it is time to tell something, if there is something. */
    boolean isDue(boolean paced, long nowNanos) {
        return urgent || nowNanos - toldNanos >= (paced ? PACED_NANOS : CALM_NANOS);
    }

    boolean isEmpty() {
        return !urgent && admitted.sum() == 0 && succeeded.sum() == 0 && overloaded.sum() == 0;
    }

    /** Returns what there is to tell, to whoever tells it; null: nothing, or it is not time yet. */
    @Nullable
    Tidings take(boolean paced, long nowNanos) {
        if (!isDue(paced, nowNanos) || isEmpty()) {
            return null;
        }
        toldNanos = nowNanos;
        urgent = false;
        boolean forgotten = lost;
        lost = false;
        return new Tidings(
                admitted.sumThenReset(),
                succeeded.sumThenReset(),
                overloaded.sumThenReset(),
                order.getAndSet(null),
                backoff.getAndSet(null),
                part.getAndSet(null),
                forgotten);
    }

    /** These may not have arrived. What was ordered is told again; counts are old when Redis answers again, and are dropped. */
    void returned(Tidings tidings) {
        if (tidings.order() != null) {
            order(tidings.order());
        }
        if (tidings.lost()) {
            lost = true;
        }
    }

    /** Redis cannot be told: of what was counted, nothing is of use later. */
    void dropCounts() {
        admitted.reset();
        succeeded.reset();
        overloaded.reset();
        backoff.set(null);
        part.set(null);
    }
}
