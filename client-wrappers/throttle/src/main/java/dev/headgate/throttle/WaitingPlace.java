package dev.headgate.throttle;

import dev.headgate.throttle.Answer.Refusal;
import org.jspecify.annotations.Nullable;

/** The place of one call in the bounded queues of its rule and of the process. Not thread-safe. */
final class WaitingPlace {
    /** Why a call may not wait. */
    enum Bar {
        RULE_FULL,
        PROCESS_FULL,
        CLOSED
    }

    private final Places rule;
    private final Machinery machinery;
    private boolean taken;

    WaitingPlace(RuleThrottle throttle) {
        this.rule = throttle.queue();
        this.machinery = throttle.machinery();
    }

    /** Takes a place if the call has none. Returns null, or why it may not wait. */
    @Nullable
    Bar enter() {
        if (machinery.closed()) {
            return Bar.CLOSED;
        }
        if (taken) {
            return null;
        }
        if (!rule.enter()) {
            return Bar.RULE_FULL;
        }
        if (!machinery.places().enter()) {
            rule.leave();
            return Bar.PROCESS_FULL;
        }
        taken = true;
        return null;
    }

    /** Gives the place back, if the call has one. */
    void leave() {
        if (taken) {
            taken = false;
            machinery.places().leave();
            rule.leave();
        }
    }

    /** How a call is told that it could go after some time, for which it may not wait. */
    Rejection rejection(Bar bar, Wording wording, Refusal refusal) {
        long comeBackNanos = refusal.comeBackNanos();
        return switch (bar) {
            case RULE_FULL -> wording.ruleQueueFull(comeBackNanos);
            case PROCESS_FULL ->
                wording.processFull(comeBackNanos, machinery.places().most());
            case CLOSED -> wording.closed(comeBackNanos);
        };
    }
}
