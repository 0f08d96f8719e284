package dev.headgate.redis;

import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Charge;
import dev.headgate.throttle.Request;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds requests back beside their limits, as far as it is known here without a trip. Thread-safe. */
final class Holdups {
    private Holdups() {}

    private static Restraints.@Nullable Known known(Charge charge) {
        RedisAccount account = RedisAccount.of(charge);
        return account.book().rule().restraints().of(account.schedule());
    }

    /** How long nobody goes, because that was ordered; that a call tries may be over at any time. */
    private static long orderedNanos(Charge charge, long nowNanos) {
        Restraints.Known known = known(charge);
        return known == null || known.trying() ? 0 : known.pausedNanos(nowNanos);
    }

    /** Refuses what nobody can let go in time, since the downstream has said so; null: it may go. */
    static Answer.@Nullable Refusal refusal(Request request, long nowNanos, long maxWaitNanos) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            long ordered = orderedNanos(charges.get(i), nowNanos);
            if (ordered > maxWaitNanos) {
                // Whoever asks lives on the rule, though Redis is not asked.
                FleetRule.of(charges.get(i)).use();
                return new Answer.Refusal(ordered, i, null, Answer.Cause.PAUSE);
            }
        }
        return null;
    }

    /**
     * Whether only pauses and paces of rules are asked after, for a call that has its slots in all limits, and it was heard a
     * moment ago that there are none. While calls wait, that is heard every 100 ms.
     */
    static boolean isOnlyLed(Request request, long nowNanos) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            if (!isFree(charge)
                    || !charge.budget().isLead()
                    || charge.budget().rule().limits().isEmpty()
                    || !FleetRule.of(charge).isFresh(nowNanos)) {
                return false;
            }
        }
        return true;
    }

    /** Whether it takes nothing and nothing is known to hold it back. */
    static boolean isFree(Request request) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            if (!isFree(charges.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isFree(Charge charge) {
        return charge.budget().limits().isEmpty()
                && !FleetRule.of(charge).untold().isUrgent()
                && known(charge) == null;
    }

    /** How long a request still has to wait, for whoever has these slots: one that tries is not held by that it tries. */
    static long pausedNanos(Request request, List<Answer.Slot> held, long nowNanos) {
        long longest = 0;
        for (Charge charge : request.charges()) {
            Restraints.Known known = known(charge);
            if (known != null && !(known.trying() && holdsProbe(RedisAccount.of(charge), held))) {
                longest = Math.max(longest, known.pausedNanos(nowNanos));
            }
        }
        return longest;
    }

    private static boolean holdsProbe(RedisAccount account, List<Answer.Slot> held) {
        for (Answer.Slot slot : held) {
            if (slot.ticket() instanceof HeldSlot mine
                    && mine.isProbe()
                    && mine.account().equals(account)) {
                return true;
            }
        }
        return false;
    }
}
