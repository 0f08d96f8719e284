package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.Claim;
import dev.headgate.limiter.Claims;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.Reservation;
import dev.headgate.limiter.TimeMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/** The ledger of this process: a bucket for each budget and key. */
public final class LocalLedger implements Ledger {
    private final TimeMeter clock;
    private final ConcurrentHashMap<Paused, Pause> pauses = new ConcurrentHashMap<>();

    /** Makes an empty ledger on the clock by which calls wait. */
    public LocalLedger(TimeMeter clock) {
        this.clock = clock;
    }

    /** What is observed does not pause what is enforced. */
    private record Paused(String rule, boolean observed) {}

    /** An account of any ledger that this one can decide about, because a schedule in this process stands behind it. */
    public interface Backed extends Account {
        /** Returns that schedule. */
        LocalAccount near();
    }

    @Override
    public LocalBook open(Budget budget) {
        return open(budget, budget.limits().stream().map(Limit::bandwidth).toList());
    }

    /**
     * As {@link #open(Budget)}, with other numbers than the budget has.
     *
     * @param limits of the same kinds as the budget's
     */
    public LocalBook open(Budget budget, List<Bandwidth> limits) {
        LocalBucketBuilder builder = Bucket.builder().withCustomTimePrecision(clock);
        limits.forEach(builder::addLimit);
        Paused which = new Paused(budget.rule().name(), budget.observed());
        return new LocalBook(budget, builder, pauses.computeIfAbsent(which, once -> new Pause()));
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        List<Charge> charges = request.charges();
        holdBack(charges);
        if (charges.size() == 1) {
            Charge only = charges.get(0);
            Reservation place = bucket(only).reserve(only.costs(), maxWaitNanos);
            return place.isGranted() && place.nanosToWait() == 0 ? Answer.GO : answer(place, request, 0);
        }
        List<Claim> claims = claims(charges);
        Reservation place = Claims.reserve(claims, maxWaitNanos);
        return place.isGranted() && place.nanosToWait() == 0 ? Answer.GO : answer(place, request, taken(claims, place));
    }

    @Override
    public long comeBackNanos(Request request) {
        holdBack(request.charges());
        long latest = 0;
        for (Charge charge : request.charges()) {
            for (long each : bucket(charge).nanosToComeBack(charge.costs())) {
                latest = Math.max(latest, each);
            }
        }
        return latest;
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        return ((Reservation) slot.ticket()).cancel();
    }

    @Override
    public void owe(Request request) {
        for (Charge charge : request.charges()) {
            bucket(charge).owe(charge.costs());
        }
    }

    @Override
    public void report(Request request, Feedback feedback) {
        Charge first = request.charges().get(0);
        account(first).pause().extend(clock.currentTimeNanos(), feedback.rulePauseNanos());
        if (feedback.keyPauseNanos() == 0) {
            return;
        }
        for (Charge charge : request.charges()) {
            if (charge.budget().rule() == first.budget().rule()) {
                bucket(charge).pause(feedback.keyPauseNanos());
            }
        }
    }

    @Override
    public long pausedNanos(Request request) {
        long longest = 0;
        for (Charge charge : request.charges()) {
            longest = Math.max(longest, Math.max(ofRule(charge), bucket(charge).nanosPaused()));
        }
        return longest;
    }

    /** Whoever asks during a pause of the rule gets a slot after it. */
    private void holdBack(List<Charge> charges) {
        for (int i = 0; i < charges.size(); i++) {
            long nanos = ofRule(charges.get(i));
            if (nanos > 0) {
                bucket(charges.get(i)).pause(nanos);
            }
        }
    }

    private long ofRule(Charge charge) {
        Pause pause = account(charge).pause();
        return pause.isNever() ? 0 : pause.leftNanos(clock.currentTimeNanos());
    }

    private Answer answer(Reservation place, Request request, int charge) {
        if (place.isGranted()) {
            // In this order: then the slot, told by our clock, is never before that of the bucket.
            long wait = place.nanosUntilSlot();
            return new Answer.Slot(clock.currentTimeNanos() + wait, charge, place);
        }
        return refusal(request, Math.max(1, place.nanosToComeBack()));
    }

    /** Names the limit that lets the call go last; most rules have but one. */
    private static Answer.Refusal refusal(Request request, long comeBackNanos) {
        List<Charge> charges = request.charges();
        int latest = 0;
        Limit limit = charges.get(0).budget().limits().get(0);
        if (charges.size() > 1 || charges.get(0).costs().length > 1) {
            long longest = -1;
            for (int i = 0; i < charges.size(); i++) {
                long[] each =
                        bucket(charges.get(i)).nanosToComeBack(charges.get(i).costs());
                for (int j = 0; j < each.length; j++) {
                    if (each[j] > longest) {
                        longest = each[j];
                        latest = i;
                        limit = charges.get(i).budget().limits().get(j);
                    }
                }
            }
        }
        return bucket(charges.get(latest)).nanosPaused() > 0
                ? new Answer.Refusal(comeBackNanos, latest, null, Answer.Cause.PAUSE)
                : new Answer.Refusal(comeBackNanos, latest, limit);
    }

    private static int taken(List<Claim> claims, Reservation place) {
        for (int i = 0; i < claims.size(); i++) {
            if (!place.stillToAsk().contains(claims.get(i))) {
                return i;
            }
        }
        return 0;
    }

    private static List<Claim> claims(List<Charge> charges) {
        List<Claim> claims = new ArrayList<>(charges.size());
        for (Charge charge : charges) {
            claims.add(new Claim(bucket(charge), charge.costs()));
        }
        return claims;
    }

    private static LocalBucket bucket(Charge charge) {
        return account(charge).bucket();
    }

    private static LocalAccount account(Charge charge) {
        return ((Backed) charge.account()).near();
    }
}
