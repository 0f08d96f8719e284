package dev.headgate.redis;

import dev.headgate.limiter.Reservation;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Charge;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Request;
import java.util.List;

/** What Redis decided, on this process's clock, and checked against the whole limit. Thread-safe. */
final class Grants {
    static final long NANOS_PER_MICRO = 1_000;

    private final TimeMeter clock;
    private final Decider decider;
    private final HeldSlots held;
    private final Refusals refusals;
    private final Notices notices;
    private final Runnable begunToWait;

    /** @param begunToWait runs when a call waits and none did before */
    Grants(TimeMeter clock, Decider decider, HeldSlots held, Refusals refusals, Notices notices, Runnable begunToWait) {
        this.clock = clock;
        this.decider = decider;
        this.held = held;
        this.refusals = refusals;
        this.notices = notices;
        this.begunToWait = begunToWait;
    }

    /**
     * Turns a decision into an answer.
     *
     * @param sentNanos when it was asked for
     * @param maxWaitNanos how far away a slot might be then
     */
    Answer answer(Request request, Decision decision, long sentNanos, long maxWaitNanos) {
        long now = clock.currentTimeNanos();
        if (decision instanceof Decision.Refused refused) {
            return refusal(request, refused, sentNanos);
        }
        if (decision instanceof Decision.Slot slot) {
            return slot(request, slot, now);
        }
        return go(request, now, Math.max(0, maxWaitNanos - (now - sentNanos)));
    }

    private Answer go(Request request, long nowNanos, long leftNanos) {
        Answer answer = Answer.GO;
        List<Charge> charges = request.charges();
        admitted(request);
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            RedisAccount account = RedisAccount.of(charge);
            if (charge.budget().limits().isEmpty()) {
                continue;
            }
            long slack = account.book().slackNanos();
            // Whoever has several charges cannot wait for one that was taken.
            long latest = charges.size() == 1 ? Math.max(slack, leftNanos) : slack;
            Reservation watched = Watch.charge(account, charge.costs(), latest, nowNanos);
            if (watched == null) {
                continue;
            }
            if (!watched.isGranted()) {
                return tooMuch(charge, i, watched);
            }
            if (watched.nanosToWait() > slack) {
                notices.tooMuch(account.book().rule());
                long at = nowNanos + watched.nanosToWait();
                answer = hold(new HeldSlot(account, null, charge.costs(), watched, false, at), i);
            }
        }
        return answer;
    }

    /** Counts a call that goes, for each rule from which it takes. */
    void admitted(Request request) {
        List<Charge> charges = request.charges();
        for (int i = 0; i < charges.size(); i++) {
            RedisAccount account = RedisAccount.of(charges.get(i));
            if (charges.get(i).budget().isLead()) {
                account.went(1);
            }
        }
    }

    /** Charges here what Redis was told that calls take in any case. */
    void owed(Request request) {
        admitted(request);
        for (Charge charge : request.charges()) {
            if (!charge.budget().limits().isEmpty()) {
                RedisAccount.of(charge).near().bucket().owe(charge.costs());
            }
        }
    }

    private Answer slot(Request request, Decision.Slot slot, long nowNanos) {
        Charge charge = request.charges().get(slot.schedule());
        long since = slot.readNanos() == 0 ? nowNanos : slot.readNanos();
        long at = since + slot.waitMicros() * NANOS_PER_MICRO;
        RedisAccount account = RedisAccount.of(charge);
        if (charge.budget().isLead()) {
            account.went(1);
        }
        return hold(new HeldSlot(account, slot.ticket(), charge.costs(), null, slot.probe(), at), slot.schedule());
    }

    private Answer hold(HeldSlot mine, int charge) {
        boolean first = held.isEmpty();
        held.add(mine);
        if (first) {
            begunToWait.run();
        }
        return new Answer.Slot(mine.atNanos(), charge, mine);
    }

    private Answer tooMuch(Charge charge, int index, Reservation watched) {
        notices.tooMuch(RedisAccount.of(charge).book().rule());
        return new Answer.Refusal(Math.max(1, watched.nanosToComeBack()), index, null);
    }

    private Answer refusal(Request request, Decision.Refused refused, long sentNanos) {
        Charge charge = request.charges().get(refused.schedule());
        List<Limit> limits = charge.budget().limits();
        // Another process may have more limits.
        Limit limit = refused.limit() < 0 || refused.limit() >= limits.size() ? null : limits.get(refused.limit());
        Answer.Refusal refusal = new Answer.Refusal(
                Math.max(1, nanos(refused.comeBackMicros())), refused.schedule(), limit, cause(refused));
        refusals.add(RedisAccount.of(charge), charge.costs(), refusal, sentNanos);
        return refusal;
    }

    private static Answer.Cause cause(Decision.Refused refused) {
        return switch (refused.limit()) {
            case Decision.Refused.BY_PAUSE -> Answer.Cause.PAUSE;
            case Decision.Refused.BY_PACE -> Answer.Cause.PACE;
            default -> Answer.Cause.LIMIT;
        };
    }

    /** Of an answer that means never, the longest there is. */
    static long nanos(long micros) {
        return micros > Long.MAX_VALUE / NANOS_PER_MICRO ? Long.MAX_VALUE : micros * NANOS_PER_MICRO;
    }
}
