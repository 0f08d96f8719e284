package dev.headgate.throttle;

import dev.headgate.limiter.TimeMeter;
import org.jspecify.annotations.Nullable;

/** How long one call may be held: by its rule, less what earlier hops have used, and by its own timeout. Immutable. */
final class Allowance {
    private final TimeMeter clock;
    private final long begunAt;
    private final long ruleNanos;
    private final long deadlineNanos;

    /** Begins now. */
    Allowance(TimeMeter clock, Rule rule, @Nullable Patience patience, long deadlineNanos) {
        this.clock = clock;
        this.begunAt = clock.currentTimeNanos();
        this.ruleNanos = patience == null ? rule.waitNanos() : patience.left(rule.waitNanos());
        this.deadlineNanos = Math.max(0, deadlineNanos);
    }

    long begunAt() {
        return begunAt;
    }

    long usedNanos() {
        return Math.max(0, clock.currentTimeNanos() - begunAt);
    }

    long leftNanos() {
        return Math.max(0, Math.min(ruleNanos, deadlineNanos) - usedNanos());
    }

    /** Why a call is rejected that may go only in so long. */
    Rejection tooLong(Wording wording, long comeBackNanos) {
        long used = usedNanos();
        boolean ruleAllows = comeBackNanos <= ruleNanos - used;
        return deadlineNanos < ruleNanos && ruleAllows
                ? wording.pastDeadline(comeBackNanos, deadlineNanos - used)
                : wording.tooLong(comeBackNanos, Math.max(0, ruleNanos - used));
    }
}
