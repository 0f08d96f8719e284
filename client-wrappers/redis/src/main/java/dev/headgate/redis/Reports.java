package dev.headgate.redis;

import dev.headgate.throttle.Charge;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Notes what became of calls, for this process at once and for Redis with one of the next trips. Thread-safe. */
final class Reports {
    private Reports() {}

    /**
     * Hears what became of calls.
     *
     * @param isUp whether Redis can be told; else only what was ordered is kept for it
     * @return whether it must be told at once
     */
    static boolean hear(Request request, Feedback feedback, boolean isUp, long nowNanos) {
        FleetRule own = ownRule(request);
        if (own == null || own.lead() == null) {
            return false;
        }
        Charge key = request.ofKey();
        boolean urgent = own.report(key == null ? ofRule(feedback) : feedback, nowNanos);
        if (key != null) {
            urgent |= hearKey(RedisAccount.of(key), feedback, nowNanos);
        }
        if (!isUp) {
            own.untold().dropCounts();
        }
        return urgent && isUp;
    }

    /** The rule that the call matched; null: the call takes nothing of it. */
    static @Nullable FleetRule ownRule(Request request) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            if (charges.get(i).budget().rule() == request.rule()) {
                return FleetRule.of(charges.get(i));
            }
        }
        return null;
    }

    /** Where calls have no key, what is said of it is said of all. */
    private static Feedback ofRule(Feedback feedback) {
        return feedback.keyPauseNanos() == 0
                ? feedback
                : new Feedback(
                        feedback.succeeded(),
                        feedback.overloaded(),
                        0,
                        Math.max(feedback.rulePauseNanos(), feedback.keyPauseNanos()),
                        feedback.probe(),
                        feedback.backoffNanos());
    }

    private static boolean hearKey(RedisAccount account, Feedback feedback, long nowNanos) {
        FleetRule rule = account.book().rule();
        Schedule schedule = account.schedule();
        Restraints.Known known = rule.restraints().of(schedule);
        boolean ends = known != null && known.trying() && feedback.succeeded() > 0;
        if (ends) {
            rule.keyOrders().served(schedule);
        }
        if (feedback.keyPauseNanos() > 0) {
            Order order = Order.of(nowNanos, feedback.keyPauseNanos(), feedback.probe());
            rule.restraints().order(schedule, order);
            rule.keyOrders().pause(schedule, order);
        }
        return ends || feedback.keyPauseNanos() > 0;
    }
}
