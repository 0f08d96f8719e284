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
    public boolean cancel(Answer.Slot slot) {
        return ((Reservation) slot.ticket()).cancel();
    }

    @Override
    public void owe(Request request) {
        for (Charge charge : request.charges()) {
            bucket(charge).owe(charge.costs());
        }
    }

    /** Of a limit's key: the tokens that would be granted now. */
    long available(Charge charge) {
        return bucket(charge).getAvailableTokens();
    }

    private Answer answer(Reservation place, Request request, int charge) {
        if (place.isGranted()) {
            // In this order: then the slot, told by our clock, is never before that of the bucket.
            long wait = place.nanosUntilSlot();
            return new Answer.Slot(clock.currentTimeNanos() + wait, charge, place);
        }
        List<Limit> limits = request.charges().get(charge).budget().limits();
        return new Answer.Refusal(
                Math.max(1, place.nanosToComeBack()), charge, limits.size() == 1 ? limits.get(0) : null);
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
