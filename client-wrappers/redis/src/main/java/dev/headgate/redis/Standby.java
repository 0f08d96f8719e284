package dev.headgate.redis;

import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Charge;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Request;
import java.util.List;

/** Decides where Redis did not, as each rule says. Thread-safe. */
final class Standby {
    private final LocalLedger locals;
    private final Decider decider;
    private final int percent;

    /** @param percent the region's part of every limit */
    Standby(LocalLedger locals, Decider decider, int percent) {
        this.locals = locals;
        this.decider = decider;
        this.percent = percent;
    }

    Answer decide(Request request, long nowNanos, long maxWaitNanos) {
        return switch (FleetRule.of(request.charges().get(0)).rule().onFailure()) {
            case ALLOW -> allow(request, nowNanos);
            case DENY -> new Answer.Refusal(decider.nanosToProbe(), 0, null, Answer.Cause.STORE);
            case LOCAL -> decideHere(request, nowNanos, maxWaitNanos);
        };
    }

    /** What the downstream has said is no limit, and holds all the same. */
    private static Answer allow(Request request, long nowNanos) {
        Answer paused = Holdups.refusal(request, nowNanos, 0);
        return paused == null ? Answer.UNDECIDED : paused;
    }

    private Answer decideHere(Request request, long nowNanos, long maxWaitNanos) {
        long opens = 0;
        int last = 0;
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            long each = live(charges.get(i), nowNanos);
            if (each > opens) {
                opens = each;
                last = i;
            }
        }
        if (opens > 0) {
            return new Answer.Refusal(opens, last, null);
        }
        try {
            Answer answer = locals.decide(request, maxWaitNanos);
            if (answer instanceof Answer.Slot slot) {
                RedisAccount.of(charges.get(slot.charge())).book().gave(slot.atNanos());
            }
            return answer;
        } catch (IllegalArgumentException tooLarge) {
            // It costs more than this process's part lets go at once.
            return new Answer.Refusal(decider.nanosToProbe(), 0, null);
        }
    }

    /** Has calls live on the part of this process. Returns how long they are kept back before. */
    private long live(Charge charge, long nowNanos) {
        RedisAccount account = RedisAccount.of(charge);
        RedisBook book = account.book();
        Restraints.Known known = book.rule().restraints().of(account.schedule());
        book.live(share(book.rule()), book.rule().census().divisor(), nowNanos);
        // To tell a pause again makes it longer by what has passed since the time was read, and one call more would go
        // at its end.
        long here = account.near().bucket().pacing().nanosPaused();
        if (known != null && !known.trying() && known.pausedNanos(nowNanos) > here) {
            account.near().pause(known.pausedNanos(nowNanos), known.pause().probeNanos() > 0);
        }
        return book.opensIn(nowNanos);
    }

    /** What this process may take of a rule's limits by itself. */
    Share share(FleetRule rule) {
        return Share.of(percent, rule.census().divisor());
    }

    long comeBackNanos(Request request, long nowNanos) {
        long opens = 0;
        for (Charge charge : request.charges()) {
            opens = Math.max(opens, live(charge, nowNanos));
        }
        return Math.max(opens, locals.comeBackNanos(request));
    }

    void owe(Request request, long nowNanos) {
        for (Charge charge : request.charges()) {
            live(charge, nowNanos);
        }
        locals.owe(request);
    }
}
