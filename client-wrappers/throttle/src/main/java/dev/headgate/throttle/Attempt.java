package dev.headgate.throttle;

import dev.headgate.throttle.Answer.Refusal;
import dev.headgate.throttle.Answer.Slot;
import dev.headgate.throttle.WaitingPlace.Bar;
import java.util.List;
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
    private final Ending ending;
    private final Objection objection;
    private final Allowance allowance;

    private final WaitingPlace place;
    private final Held held;
    private final NextLook next;

    private Step step = Step.REJECT;
    private boolean wasHeld;
    private boolean failed;
    private @Nullable Rejection rejection;

    /**
     * Makes an attempt of a request.
     *
     * @param fate hears whether it goes
     * @param refusal what it was told when it was asked without patience; null: it was not asked
     */
    Attempt(
            RuleThrottle throttle,
            Request request,
            Fate fate,
            @Nullable Patience patience,
            long deadlineNanos,
            @Nullable Refusal refusal) {
        this.throttle = throttle;
        this.request = request;
        this.ending = new Ending(throttle, fate, patience);
        this.objection = new Objection(throttle, request, refusal);
        this.allowance = new Allowance(throttle.machinery().clock(), throttle.rule(), patience, deadlineNanos);
        this.place = new WaitingPlace(throttle);
        this.held = new Held(throttle.ledger(), request);
        this.next = new NextLook(throttle, request, held);
    }

    /** Takes a slot to wait for, if there is one in time. */
    Step begin() {
        return guarded(false);
    }

    /** To be called when {@link #waitNanos} is over; earlier calls change nothing. */
    Step wake() {
        return guarded(true);
    }

    /** Nanoseconds until the next {@link #wake}; 0 or less if it is due. */
    long waitNanos() {
        return held.isEmpty() ? 0 : next.at() - throttle.machinery().now();
    }

    /** Nanoseconds until the slot. */
    long slotNanos() {
        return held.lastAt() - throttle.machinery().now();
    }

    @Nullable
    Rejection rejection() {
        return rejection;
    }

    long waitedNanos() {
        return allowance.usedNanos();
    }

    /** It really waits; told once. */
    void tellHeld() {
        if (!wasHeld) {
            wasHeld = true;
            try {
                throttle.tellHeld(objection, held.lastAt() - allowance.begunAt());
            } catch (Throwable broken) {
                throttle.tellBroken(broken);
            }
        }
    }

    String downstream() {
        return throttle.rule().name();
    }

    /** The call has a slot and may not wait for it. */
    Step refuse(Rejection why) {
        step = reject(why);
        return step;
    }

    /**
     * The call would have to wait and may not. If what it would wait for is the end of a pause, it is rejected instead of
     * going into the pause.
     */
    boolean rejectIfPaused() {
        try {
            // Also a call that may try whether the pause is over may do so only at its slot.
            long left = Math.min(throttle.ledger().pausedNanos(request, List.of()), slotNanos());
            if (left > 0) {
                objection.isPause(request, left);
                step = reject(objection.wording().mustNotWait(left));
            }
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
        return step == Step.REJECT;
    }

    /** The call does not wait any more: what it holds is given back. */
    void giveBack() {
        leave();
        try {
            held.release();
        } catch (Throwable broken) {
            throttle.tellBroken(broken);
        }
    }

    /** The call ends as {@code step} says. */
    void finish() {
        leave();
        if (failed) {
            ending.failedOpen();
        } else if (step == Step.GO) {
            ending.admitted(waitedNanos());
        } else {
            ending.rejected(rejection);
        }
    }

    /** The program no longer wants the call. */
    void giveUp() {
        giveBack();
        ending.cancelled();
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
        place.leave();
    }

    // No lambda: it would be linked at the first slot, which beside another agent takes longer than a slot waits.
    private Step guarded(boolean awake) {
        try {
            step = awake ? lookAgain() : firstLook();
        } catch (Throwable broken) {
            failed = true;
            throttle.tellBroken(broken);
            step = Step.GO;
        }
        return step;
    }

    private Step firstLook() {
        Refusal told = objection.refusal();
        return told != null && told.comeBackNanos() > allowance.leftNanos() ? tooLong(told) : ask();
    }

    private Step lookAgain() {
        Refusal before = objection.refusal();
        if (throttle.machinery().closed() && before != null) {
            return reject(objection.wording().closed(before.comeBackNanos()));
        }
        return waitNanos() > 0 ? Step.WAIT : look();
    }

    /** Asks for everything, with all the patience that is left. */
    private Step ask() {
        held.release();
        long left = allowance.leftNanos();
        Bar bar = left == 0 && request.isFar() ? null : place.enter();
        Refusal before = objection.refusal();
        if (bar != null && before != null && !request.isFar()) {
            return reject(place.rejection(bar, objection.wording(), before));
        }
        Answer answer = throttle.ledger().decide(request, bar == null ? left : 0);
        if (answer instanceof Refusal no) {
            objection.is(request, no);
            return bar != null && no.comeBackNanos() <= allowance.leftNanos()
                    ? reject(place.rejection(bar, objection.wording(), no))
                    : tooLong(no);
        }
        if (answer instanceof Slot slot) {
            if (before == null) {
                long wait = Math.max(1, slot.atNanos() - throttle.machinery().now());
                objection.is(request, new Refusal(wait, slot.charge(), null));
            }
            return hold(slot);
        }
        failed = answer == Answer.UNDECIDED;
        return Step.GO;
    }

    private Step hold(Slot slot) {
        held.add(slot);
        next.afterSlot();
        return Step.WAIT;
    }

    private Step look() {
        long now = throttle.machinery().now();
        long spare = request.latenessNanos() - (now - held.firstAt());
        if (spare < 0 || throttle.ledger().pausedNanos(request, held.slots()) > 0) {
            return ask();
        }
        if (held.isComplete()) {
            return Step.GO;
        }
        long forRest = next.forRest();
        // To have looked takes time, too: against the clock as it was, it would never be time to ask.
        long seen = throttle.machinery().now();
        if (forRest - seen > 0) {
            next.waitFor(forRest, seen);
            return Step.WAIT;
        }
        long late = Math.max(0, spare - (seen - now));
        Answer answer = throttle.ledger().decide(held.open(), Math.min(late, allowance.leftNanos()));
        if (answer instanceof Refusal) {
            return askAgain(seen);
        }
        if (answer instanceof Slot slot) {
            return hold(slot);
        }
        failed = answer == Answer.UNDECIDED;
        held.addRest(seen);
        next.atSlot();
        return next.at() - seen > 0 ? Step.WAIT : Step.GO;
    }

    /**
     * What has no slot yet cannot have one near that of the rest: all is asked anew. Where that comes to the same, as with a
     * leaky bucket whose depth lets nobody wait that long yet, there is no use in asking before half of the time is over.
     */
    private Step askAgain(long now) {
        List<Charge> before = held.open().charges();
        Step asked = ask();
        if (asked == Step.WAIT && held.open().charges().equals(before)) {
            next.afterHalf(now);
        }
        return asked;
    }

    private Step tooLong(Refusal no) {
        return reject(objection.tooLong(no, allowance));
    }

    private Step reject(Rejection why) {
        held.release();
        rejection = why;
        return Step.REJECT;
    }
}
