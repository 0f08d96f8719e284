package dev.headgate.limiter;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * Several buckets in one step. If a call need not wait for any, it takes all of them or none; if it must, it takes a place only
 * in the bucket whose slot is latest, and the others are asked again at that slot. So a bucket with a long line does not hold
 * up the others, and none is charged for a time at which the call does not go.
 *
 * <pre>{@code
 * Claim own = new Claim(perCustomer.get("acme"), new long[] {1});
 * Claim shared = new Claim(everybody, new long[] {1});
 * if (Claims.reserve(List.of(own, shared), 0).isGranted()) { call(); }
 * }</pre>
 */
public final class Claims {
    private Claims() {}

    /**
     * Takes all claims now, or a place for the latest of them within {@code maxWaitNanos}; a refusal charges nothing. Several
     * claims on one bucket add up.
     *
     * @return its {@link Reservation#stillToAsk()} names the claims that hold no place yet
     * @throws IllegalArgumentException if a claim could never go, the wait is negative, or there is no claim
     */
    public static Reservation reserve(List<Claim> claims, long maxWaitNanos) {
        if (claims.isEmpty()) {
            throw new IllegalArgumentException("There must be at least one claim");
        }
        if (claims.size() == 1) {
            Claim only = claims.get(0);
            return only.bucket().reserve(only.costs(), maxWaitNanos);
        }
        BandwidthDraft.notNegative("maxWaitNanos", maxWaitNanos);
        Part[] parts = lockAll(claims);
        try {
            return decide(parts, claims, maxWaitNanos);
        } finally {
            unlockAll(parts, parts.length);
        }
    }

    /** Consumes the tokens of every bucket, each in all its limits, if all may go now; else consumes nothing. */
    public static boolean tryConsumeAll(Map<? extends Bucket, Long> tokens) {
        List<Claim> claims = new ArrayList<>();
        for (Map.Entry<? extends Bucket, Long> entry : tokens.entrySet()) {
            LocalBucket bucket = BudgetBucket.of(entry.getKey());
            long[] costs = new long[bucket.getConfiguration().bandwidths().length];
            Arrays.fill(costs, BandwidthDraft.positive("tokens", Objects.requireNonNull(entry.getValue(), "tokens")));
            claims.add(new Claim(bucket, costs));
        }
        return reserve(claims, 0).isGranted();
    }

    private static Reservation decide(Part[] parts, List<Claim> claims, long maxWaitNanos) {
        TimeMeter read = parts[0].bucket.clock().meter;
        long time = read.currentTimeNanos();
        long latest = -1;
        long comeBack = 0;
        Part last = parts[0];
        for (Part part : parts) {
            TickClock clock = part.bucket.clock();
            Budget budget = part.bucket.budget();
            part.now = clock.meter == read ? clock.tickOf(time) : clock.now();
            budget.limits().mustFit(0, part.costs);
            budget.find(0, part.costs, part.now, Long.MAX_VALUE);
            long wait = Ticks.minus(budget.slot, budget.now);
            if (wait > latest) {
                latest = wait;
                last = part;
            }
            comeBack = Math.max(comeBack, budget.nanosToComeBack());
        }
        if (latest == 0) {
            for (Part part : parts) {
                part.bucket.budget().take(0, part.costs);
            }
            return Reservation.NOW;
        }
        if (!last.bucket.budget().reserve(0, last.costs, last.now, maxWaitNanos)) {
            return Reservation.refused(comeBack);
        }
        return last.bucket.reservation(without(claims, last));
    }

    private static List<Claim> without(List<Claim> claims, Part part) {
        List<Claim> others = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            if (!part.covers(claim)) {
                others.add(claim);
            }
        }
        return List.copyOf(others);
    }

    /** Locks every bucket once, in one order for all threads; claims on one bucket become one part. */
    private static Part[] lockAll(List<Claim> claims) {
        List<Part> wanted = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            wanted.add(new Part(claim));
        }
        while (true) {
            Part[] parts = merge(wanted);
            int locked = 0;
            Supplier<? extends SharedBudget> heir = null;
            while (heir == null && locked < parts.length) {
                heir = parts[locked].bucket.lockOrHeir();
                locked += heir == null ? 1 : 0;
            }
            if (heir == null) {
                return parts;
            }
            // To find the next bucket of a key takes another lock, which must not be waited for with these held.
            unlockAll(parts, locked);
            parts[locked].bucket = heir.get();
            wanted = List.of(parts);
        }
    }

    private static Part[] merge(List<Part> wanted) {
        List<Part> sorted = new ArrayList<>(wanted);
        sorted.sort(Comparator.comparingLong(part -> part.bucket.guarded().order));
        List<Part> merged = new ArrayList<>(sorted.size());
        for (Part part : sorted) {
            Part before = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (before != null && before.bucket == part.bucket) {
                before.add(part);
            } else {
                merged.add(part);
            }
        }
        return merged.toArray(new Part[0]);
    }

    private static void unlockAll(Part[] parts, int locked) {
        for (int i = locked - 1; i >= 0; i--) {
            parts[i].bucket.unlock();
        }
    }

    /** All that a call claims of one bucket. */
    private static final class Part {
        SharedBudget bucket;
        long[] costs;
        long now;
        private final List<Claim> claims = new ArrayList<>(1);

        Part(Claim claim) {
            this.bucket = BudgetBucket.of(claim.bucket());
            this.costs = claim.costs();
            claims.add(claim);
        }

        void add(Part other) {
            if (costs.length != other.costs.length) {
                throw new IllegalArgumentException("Two claims on one bucket have " + costs.length + " and "
                        + other.costs.length + " costs: there must be one for each limit");
            }
            long[] sum = new long[costs.length];
            for (int i = 0; i < sum.length; i++) {
                sum[i] = Ticks.plus(costs[i], other.costs[i]);
            }
            costs = sum;
            claims.addAll(other.claims);
        }

        boolean covers(Claim claim) {
            for (Claim own : claims) {
                if (own == claim) {
                    return true;
                }
            }
            return false;
        }
    }
}
