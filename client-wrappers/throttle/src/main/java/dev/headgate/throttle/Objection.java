package dev.headgate.throttle;

import dev.headgate.throttle.Answer.Refusal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What stands against a call, as far as that is known. Not thread-safe. */
final class Objection {
    private final RuleThrottle throttle;
    private Request request;
    private @Nullable Refusal refusal;

    /**
     * Begins with what the ledger said at first.
     *
     * @param refusal null: it was not asked
     */
    Objection(RuleThrottle throttle, Request request, @Nullable Refusal refusal) {
        this.throttle = throttle;
        this.request = request;
        this.refusal = refusal;
    }

    @Nullable
    Refusal refusal() {
        return refusal;
    }

    /** Something else stands against it now. */
    void is(Request refused, Refusal by) {
        request = refused;
        refusal = by;
    }

    /** A pause stands against it for so long. */
    void isPause(Request refused, long nanos) {
        int charge = refusal != null && refusal.cause() == Answer.Cause.PAUSE ? refusal.charge() : 0;
        is(refused, new Refusal(nanos, charge, null, Answer.Cause.PAUSE));
    }

    /** Begins the sentence for a person. */
    Wording wording() {
        Refusal known = refusal;
        throttle.feedbacks().troubles().confirm();
        if (known != null && known.cause() == Answer.Cause.LIMIT && known.limit() == null) {
            // A slot that was given at once does not say what it is behind.
            long paused = throttle.ledger().pausedNanos(request, List.of());
            if (paused > 0) {
                known = new Refusal(known.comeBackNanos(), known.charge(), null, Answer.Cause.PAUSE);
            }
        }
        return Wording.of(throttle, request, known);
    }

    /** Rejects a call that cannot wait for so long, or that would find no room to wait. */
    Rejection tooLong(Refusal no, Allowance allowance) {
        long wait = no.comeBackNanos();
        boolean inTime = no.cause() == Answer.Cause.LIMIT && wait <= allowance.leftNanos();
        Limit full = inTime ? request.fullQueue(wait) : null;
        return full != null ? wording().depthFull(wait, full) : allowance.tooLong(wording(), wait);
    }
}
