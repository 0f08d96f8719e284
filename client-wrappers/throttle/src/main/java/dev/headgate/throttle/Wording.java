package dev.headgate.throttle;

import dev.headgate.api.RateLimited.Reason;
import dev.headgate.throttle.Answer.Cause;
import dev.headgate.throttle.Answer.Refusal;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** The sentences that a person reads about one call that was held or rejected: which downstream, why, when to come back. */
final class Wording {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LONG_MILLIS = 10_000;

    private static final String PACED = " come back one by one after a pause or failures";

    private final Rule rule;
    private final String why;
    private final Cause cause;
    private final @Nullable Limit limit;

    private Wording(Rule rule, String why, Cause cause, @Nullable Limit limit) {
        this.rule = rule;
        this.why = why;
        this.cause = cause;
        this.limit = limit;
    }

    /**
     * Begins the sentence.
     *
     * @param throttle the rule that the call matched
     * @param request what was refused
     * @param refusal what stands against it; null if that is not known
     */
    static Wording of(RuleThrottle throttle, Request request, @Nullable Refusal refusal) {
        Rule rule = throttle.rule();
        int charge = refusal == null ? 0 : refusal.charge();
        Budget budget = request.charges().get(charge).budget();
        Limit limit = refusal == null ? null : refusal.limit();
        Cause cause = refusal == null ? Cause.LIMIT : refusal.cause();
        Rule owner = budget.rule();
        String text = limit == null ? budget.text() : limit.text();
        boolean own = owner == rule;
        String said =
                own && cause == Cause.PAUSE ? throttle.feedbacks().troubles().why(request) : null;
        String whose = owner.name().equals(rule.name()) ? "" : " of " + owner.name();
        String why = switch (cause) {
            case LIMIT -> text + whose + " is used up";
            case PAUSE -> said != null ? said : "calls" + whose + " pause, as the other side asked or needs it";
            case PACE -> own ? pace(throttle.ledger().paceOf(request)) : "calls" + whose + PACED;
            case STORE -> text + whose + " is kept on Redis, which does not answer (on-failure: deny)";
        };
        return new Wording(rule, why + " (" + owner.source() + ")", cause, limit);
    }

    private static String pace(Pace pace) {
        return pace.engaged() ? "after a pause or failures its calls go " + PaceWatch.words(pace) : "calls" + PACED;
    }

    /** Rejects a retry because as many went as may. */
    static Rejection retryBudget(Rule rule, RetryTerms terms, long comeBackNanos) {
        String ratio = BigDecimal.valueOf(terms.ratioPermille(), 3)
                .stripTrailingZeros()
                .toPlainString();
        String why = "its calls fail, and as many were made again in the last 10 s as may (retry-budget: ratio " + ratio
                + ", min-per-second " + terms.minPerSecond() + ") (" + rule.source() + ")";
        return new Wording(rule, why, Cause.LIMIT, null)
                .rejection(
                        Reason.RETRY_BUDGET,
                        comeBackNanos,
                        why + "; the next retry may go in " + time(Math.max(1, comeBackNanos))
                                + ", first attempts are not held by this");
    }

    String held(long waitNanos) {
        return rule.name() + ": " + why + "; a call is held for " + time(waitNanos)
                + ". This is told once, later ones are counted";
    }

    static String firstRejected(Rejection rejection) {
        return rejection.message() + ". A call was rejected; this is told once, later ones are counted";
    }

    Rejection tooLong(long comeBackNanos, long leftOfWaitNanos) {
        String than;
        if (cause == Cause.STORE) {
            than = "";
        } else if (rule.waitNanos() == 0) {
            than = ", and its calls do not wait (wait: 0)";
        } else if (comeBackNanos <= leftOfWaitNanos) {
            // Waiting calls leave evenly, so the turn comes later than the first instant at which a lone call could go.
            than = ", but behind those that wait already the turn would come later than the " + time(leftOfWaitNanos)
                    + " that are left of its wait";
        } else if (time(leftOfWaitNanos).equals(time(rule.waitNanos()))) {
            than = ", longer than its wait of " + time(rule.waitNanos());
        } else {
            than = ", longer than the " + time(leftOfWaitNanos) + " that are left of its wait of "
                    + time(rule.waitNanos());
        }
        return rejection(reason(), comeBackNanos, why + "; " + next(comeBackNanos) + than);
    }

    Rejection mustNotWait(long comeBackNanos) {
        return rejection(
                reason(),
                comeBackNanos,
                why + "; " + next(comeBackNanos) + ", and this one holds what others need, so that it cannot wait");
    }

    Rejection pastDeadline(long comeBackNanos, long leftOfDeadlineNanos) {
        String than = leftOfDeadlineNanos <= 0
                ? ", and the call has no time to wait"
                : ", and the call's own timeout leaves it " + time(leftOfDeadlineNanos) + " to wait";
        return rejection(Reason.DEADLINE, comeBackNanos, why + "; " + next(comeBackNanos) + than);
    }

    Rejection ruleQueueFull(long comeBackNanos) {
        return rejection(
                Reason.QUEUE_FULL,
                comeBackNanos,
                why + ", and " + rule.queue() + " calls wait for it already, as many as may (queue: " + rule.queue()
                        + "); " + next(comeBackNanos));
    }

    Rejection depthFull(long comeBackNanos, Limit queue) {
        return rejection(
                Reason.QUEUE_FULL,
                comeBackNanos,
                why + ", and as many tokens wait in line already as may (depth: "
                        + queue.bandwidth().getDepth() + "); " + next(comeBackNanos));
    }

    Rejection processFull(long comeBackNanos, int most) {
        return rejection(
                Reason.QUEUE_FULL,
                comeBackNanos,
                why + ", and " + most + " calls of this process wait already, as many as may (waiting: max: " + most
                        + "); " + next(comeBackNanos));
    }

    Rejection closed(long comeBackNanos) {
        return rejection(
                reason(),
                comeBackNanos,
                why + ", and Headgate was closed, so that no call waits any more; " + next(comeBackNanos));
    }

    private Reason reason() {
        return cause == Cause.PAUSE || cause == Cause.PACE ? Reason.PAUSED : Reason.LIMIT;
    }

    private Rejection rejection(Reason reason, long comeBackNanos, String because) {
        return new Rejection(
                rule.name(), reason, Math.max(1, millis(comeBackNanos)), rule.name() + ": " + because, limit);
    }

    private static String next(long comeBackNanos) {
        return "the next call may go in " + time(Math.max(1, comeBackNanos));
    }

    private static long millis(long nanos) {
        return nanos / NANOS_PER_MILLI + (nanos % NANOS_PER_MILLI > 0 ? 1 : 0);
    }

    /** Rounded up, so that nobody comes too early. */
    static String time(long nanos) {
        long millis = millis(nanos);
        return millis <= LONG_MILLIS ? millis + " ms" : (millis - 1) / 1000 + 1 + " s";
    }
}
