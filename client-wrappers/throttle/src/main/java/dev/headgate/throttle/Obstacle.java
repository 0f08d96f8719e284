package dev.headgate.throttle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What stands against a call longest: a limit, or a pause or the pace if no limit is later than they are. Not thread-safe; what
 * it looks at may change meanwhile.
 */
final class Obstacle {
    private long longest = -1;
    private int charge;
    private @Nullable Limit limit;
    private Answer.Cause cause = Answer.Cause.LIMIT;

    private Obstacle() {}

    /** Says why a call with these charges was refused. */
    static Answer.Refusal refusal(List<Charge> charges, long comeBackNanos) {
        Charge first = charges.get(0);
        if (charges.size() == 1
                && first.costs().length == 1
                && LocalLedger.account(first).isOpen()) {
            return new Answer.Refusal(comeBackNanos, 0, first.budget().limits().get(0));
        }
        Obstacle found = new Obstacle();
        for (int i = 0; i < charges.size(); i++) {
            found.look(i, charges.get(i));
        }
        return new Answer.Refusal(comeBackNanos, found.charge, found.limit, found.cause);
    }

    private void look(int at, Charge against) {
        LocalAccount account = LocalLedger.account(against);
        if (!account.isOpen()) {
            long gap = account.pacing().nanosPaced();
            long pause = account.pacing().nanosPaused();
            keep(gap, at, null, Answer.Cause.PACE);
            keep(pause, at, null, Answer.Cause.PAUSE);
        }
        if (against.costs().length > 0) {
            long[] each = account.bucket().nanosToComeBack(against.costs());
            for (int i = 0; i < each.length; i++) {
                keep(each[i], at, against.budget().limits().get(i), Answer.Cause.LIMIT);
            }
        }
    }

    private void keep(long nanos, int at, @Nullable Limit which, Answer.Cause why) {
        if (nanos > longest) {
            longest = nanos;
            charge = at;
            limit = which;
            cause = why;
        }
    }
}
