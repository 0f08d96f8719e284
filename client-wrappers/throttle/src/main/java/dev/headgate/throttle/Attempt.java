package dev.headgate.throttle;

import dev.headgate.throttle.Answer.Refusal;
import dev.headgate.throttle.Answer.Slot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One call that could not go at once, on its way to a slot; the same whether a thread is parked for it or a timer runs. It
 * never throws: what breaks in it lets the call go. Not thread-safe: one owner at a time, who ends it by {@link #finish} or
 * {@link #giveUp}.
 */
final class Attempt {
    /** Where the call stands. */
    enum Step {
        GO,
        WAIT,
        REJECT
    }

    private final RuleThrottle throttle;
    private final Request request;
    private final @Nullable Patience patience;
    private final long begunAt;
    private final long waitNanos;
    private final long deadlineNanos;

    /** What has no slot yet. */
    private Request open;

    /** The slots that the call has, in time order; all but the last are due. */
    private final List<Slot> held = new ArrayList<>(1);

    private Step step = Step.REJECT;
    private boolean hasPlace;
    private boolean wasHeld;
    private boolean failed;
    private Request refused;
    private Refusal refusal;
    private @Nullable Rejection rejection;

    /** Makes an attempt of a request that was refused when it was asked without patience. */
    Attempt(RuleThrottle throttle, Request request, @Nullable Patience patience, long deadlineNanos, Refusal refusal) {
        this.throttle = throttle;
        this.request = request;
        this.patience = patience;
        this.begunAt = throttle.machinery().now();
        this.waitNanos = patience == null
                ? throttle.rule().waitNanos()
                : patience.left(throttle.rule().waitNanos());
        this.deadlineNanos = Math.max(0, deadlineNanos);
        this.open = request;
        this.refused = request;
        this.refusal = refusal;
    }

    /** Takes a slot to wait for, if there is one in time. */
    Step begin() {
        return guarded(() -> refusal.comeBackNanos() > left() ? tooLong() : ask());
    }

    /** To be called when {@link #waitNanos} is over; earlier calls change nothing. */
    Step wake() {
        return guarded(() -> {
            if (throttle.machinery().closed()) {
                return reject(wording().closed(refusal.comeBackNanos()));
            }
            return waitNanos() > 0 ? Step.WAIT : due();
        });
    }

    /** Nanoseconds until the slot; 0 or less if it is due. */
    long waitNanos() {
        return held.isEmpty() ? 0 : last().atNanos() - throttle.machinery().now();
    }

    @Nullable
    Rejection rejection() {
        return rejection;
    }

    long waitedNanos() {
        return Math.max(0, throttle.machinery().now() - begunAt);
    }

    /** The call ends as {@code step} says. */
    void finish() {
        leave();
        Counts counts = throttle.counts();
        if (failed) {
            counts.failedOpen.increment();
        } else if (step == Step.GO) {
            counts.admitted.increment();
            counts.longestWait.accumulate(waitedNanos());
            if (patience != null) {
                patience.spend(waitedNanos());
            }
        } else {
            counts.rejected.increment();
            throttle.tellRejected(rejection);
        }
    }

    /** The program no longer wants the call. */
    void giveUp() {
        leave();
        throttle.counts().cancelled.increment();
        try {
            release();
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    /** Something outside broke while the call waited: it goes. */
    void failOpen(Throwable broken) {
        failed = true;
        step = Step.GO;
        throttle.tellBroken(broken);
        finish();
    }

    /** Waits no longer in the bounded queue; the slot stays. */
    void leave() {
        if (hasPlace) {
            hasPlace = false;
            throttle.machinery().places().leave();
            throttle.queue().leave();
        }
    }

    private Step guarded(Supplier<Step> decision) {
        try {
            step = decision.get();
        } catch (Throwable broken) {
            failed = true;
            throttle.tellBroken(broken);
            step = Step.GO;
        }
        return step;
    }

    /** Asks for everything, with all the patience that is left. */
    private Step ask() {
        held.clear();
        open = request;
        if (throttle.machinery().closed()) {
            return reject(wording().closed(refusal.comeBackNanos()));
        }
        if (!hasPlace && !enter()) {
            return Step.REJECT;
        }
        return take(left());
    }

    private Step take(long maxWaitNanos) {
        Answer answer = throttle.ledger().decide(open, maxWaitNanos);
        if (answer instanceof Refusal no) {
            refused = open;
            refusal = no;
            return tooLong();
        }
        return answer instanceof Slot slot ? hold(slot) : Step.GO;
    }

    /** The slot has come: it counts unless it is long past, and the charges that are open must go now too. */
    private Step due() {
        long spare = spare();
        if (spare < 0) {
            return ask();
        }
        if (open.charges().isEmpty()) {
            return Step.GO;
        }
        Answer answer = throttle.ledger().decide(open, Math.min(spare, left()));
        if (answer instanceof Refusal) {
            return ask();
        }
        return answer instanceof Slot slot ? hold(slot) : Step.GO;
    }

    private Step hold(Slot slot) {
        held.add(slot);
        open = open.without(slot.charge());
        if (!wasHeld) {
            wasHeld = true;
            throttle.tellHeld(wording(), slot.atNanos() - begunAt);
        }
        return Step.WAIT;
    }

    /** How much later the call may still use the slots that it has. */
    private long spare() {
        long lateness = throttle.machinery().now() - held.get(0).atNanos();
        return request.latenessNanos() - lateness;
    }

    private boolean enter() {
        if (!throttle.queue().enter()) {
            reject(wording().ruleQueueFull(refusal.comeBackNanos()));
            return false;
        }
        if (!throttle.machinery().places().enter()) {
            throttle.queue().leave();
            reject(wording()
                    .processFull(
                            refusal.comeBackNanos(),
                            throttle.machinery().places().most()));
            return false;
        }
        hasPlace = true;
        return true;
    }

    private Step tooLong() {
        long comeBack = refusal.comeBackNanos();
        long waited = waitedNanos();
        boolean ruleAllows = comeBack <= waitNanos - waited;
        boolean deadlineBinds = deadlineNanos < waitNanos;
        return reject(
                deadlineBinds && ruleAllows
                        ? wording().pastDeadline(comeBack, deadlineNanos - waited)
                        : wording().tooLong(comeBack, Math.max(0, waitNanos - waited)));
    }

    private Step reject(Rejection why) {
        release();
        rejection = why;
        return Step.REJECT;
    }

    private void release() {
        for (Slot slot : held) {
            throttle.ledger().cancel(slot);
        }
        held.clear();
    }

    /** What is left of the wait: of the rule's and of the call's own. */
    private long left() {
        return Math.max(0, Math.min(waitNanos, deadlineNanos) - waitedNanos());
    }

    private Slot last() {
        return held.get(held.size() - 1);
    }

    private Wording wording() {
        return Wording.of(
                throttle.rule(), refused.charges().get(refusal.charge()).budget(), refusal.limit());
    }
}
