package dev.headgate.throttle;

import dev.headgate.limiter.Bucket;
import dev.headgate.limiter.Buckets;
import dev.headgate.limiter.Claim;
import dev.headgate.limiter.Claims;
import dev.headgate.limiter.LocalBucket;
import dev.headgate.limiter.LocalBucketBuilder;
import dev.headgate.limiter.Reservation;
import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.key.Key;
import java.util.ArrayList;
import java.util.List;

/** The ledger of this process: a bucket for each budget and key. */
public final class LocalLedger implements Ledger {
    private final TimeMeter clock;

    /** Makes an empty ledger on the clock by which calls wait. */
    public LocalLedger(TimeMeter clock) {
        this.clock = clock;
    }

    private record BucketAccount(LocalBucket bucket) implements Account {}

    @Override
    public Book open(Budget budget) {
        LocalBucketBuilder builder = Bucket.builder().withCustomTimePrecision(clock);
        budget.limits().forEach(limit -> builder.addLimit(limit.bandwidth()));
        if (budget.key().isEmpty()) {
            Account only = new BucketAccount(builder.build());
            return key -> only;
        }
        Buckets<Key> buckets = builder.buildKeyed(budget.rule().maxKeys());
        return key -> new BucketAccount(buckets.get(key));
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        List<Charge> charges = request.charges();
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
        return new Answer.Refusal(comeBackNanos, latest, limit);
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
        return ((BucketAccount) charge.account()).bucket();
    }
}
