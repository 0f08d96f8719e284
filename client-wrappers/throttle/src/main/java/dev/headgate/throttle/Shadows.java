package dev.headgate.throttle;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a call would take of limits that are only observed: decided and counted, but no call is held for it. Immutable. */
final class Shadows {
    private final RuleThrottle throttle;
    private final List<Call.Shadow> shadows;

    /** Whether it is decided by a trip. */
    private final boolean far;

    Shadows(RuleThrottle throttle, List<Call.Shadow> shadows) {
        this.throttle = throttle;
        this.shadows = List.copyOf(shadows);
        this.far = this.shadows.stream().anyMatch(shadow -> shadow.request().isFar());
    }

    boolean isFar() {
        return far;
    }

    /** What the call's own rule observes; null if that is enforced. */
    @Nullable
    Request own() {
        for (Call.Shadow shadow : shadows) {
            if (shadow.counts() == throttle.counts()) {
                return shadow.request();
            }
        }
        return null;
    }

    /** Decides as if the limits were enforced, except that the call does not wait for what it would have waited for. */
    void observe(@Nullable Patience patience, long deadlineNanos) {
        if (shadows.isEmpty()) {
            return;
        }
        long wait = throttle.rule().waitNanos();
        long longest = Math.max(0, Math.min(deadlineNanos, patience == null ? wait : patience.left(wait)));
        if (far) {
            throttle.later(() -> observe(longest));
        } else {
            observe(longest);
        }
    }

    void owe() {
        for (Call.Shadow shadow : shadows) {
            throttle.ledger().owe(shadow.request());
        }
    }

    private void observe(long longest) {
        for (Call.Shadow shadow : shadows) {
            Request open = shadow.request();
            List<Answer.Slot> taken = new ArrayList<>(0);
            Answer answer = throttle.ledger().decide(open, longest);
            while (answer instanceof Answer.Slot slot && open.charges().size() > 1) {
                taken.add(slot);
                open = open.without(slot.charge());
                answer = throttle.ledger().decide(open, longest);
            }
            if (answer instanceof Answer.Refusal) {
                taken.forEach(throttle.ledger()::cancel);
                shadow.counts().wouldReject.increment();
            } else if (!taken.isEmpty() || answer instanceof Answer.Slot) {
                shadow.counts().wouldHold.increment();
            }
        }
    }
}
