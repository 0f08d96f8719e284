package dev.headgate.limiter;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The verbs of a bucket, each asked of its {@link SharedBudget} in one step. */
final class BudgetBucket extends SharedBudget {
    BudgetBucket(BucketConfiguration configuration, BucketTerms terms) {
        super(configuration, terms);
    }

    static BudgetBucket of(Bucket bucket) {
        if (bucket instanceof BudgetBucket) {
            return (BudgetBucket) bucket;
        }
        if (bucket instanceof ListenedBucket) {
            return ((ListenedBucket) bucket).target();
        }
        throw new IllegalArgumentException("Only buckets of this process can be taken in one step, but this is a "
                + bucket.getClass().getName());
    }

    @Override
    public boolean tryConsume(long numTokens) {
        int said = tryWord(numTokens);
        if (said != Word.UNDECIDED) {
            return said == Word.GRANTED;
        }
        SharedBudget at = locked();
        try {
            at.budget().limits().mustFit(numTokens, null);
            return at.budget().reserve(numTokens, null, at.clock().now(), 0);
        } finally {
            at.unlock();
        }
    }

    @Override
    public boolean tryConsume(long numTokens, long leaving) {
        BandwidthDraft.notNegative("leaving", leaving);
        return ask((budget, now) -> {
            budget.limits().mustFit(numTokens, null);
            return budget.takeLeaving(numTokens, null, leaving, null, now);
        });
    }

    @Override
    public Reservation takeLeaving(long[] costs, long[] leaving) {
        return ask((budget, now) -> {
            budget.limits().mustFit(0, costs);
            budget.limits().mustMatch(leaving);
            boolean granted = budget.takeLeaving(0, costs, 0, leaving, now);
            return granted ? Reservation.NOW : Reservation.refused(budget.nanosToComeBack());
        });
    }

    @Override
    public long[] nanosToComeBack(long[] costs) {
        return ask((budget, now) -> {
            budget.limits().mustFit(0, costs);
            return budget.nanosToComeBack(costs, now);
        });
    }

    @Override
    public Reservation reserve(long tokens, long maxWaitNanos) {
        return reserve(tokens, null, maxWaitNanos);
    }

    @Override
    public Reservation reserve(long[] costs, long maxWaitNanos) {
        return reserve(costs.length == 1 ? costs[0] : 0, costs, maxWaitNanos);
    }

    private Reservation reserve(long n, long @Nullable [] costs, long maxWaitNanos) {
        BandwidthDraft.notNegative("maxWaitNanos", maxWaitNanos);
        if (tryWord(n) == Word.GRANTED) {
            return Reservation.NOW;
        }
        SharedBudget at = locked();
        try {
            Budget asked = at.budget();
            asked.limits().mustFit(n, costs);
            boolean granted = asked.reserve(n, costs, at.clock().now(), maxWaitNanos);
            return granted ? at.reservation(List.of()) : Reservation.refused(asked.nanosToComeBack());
        } finally {
            at.unlock();
        }
    }

    @Override
    public long consumeIgnoringRateLimits(long tokens) {
        BandwidthDraft.positive("tokens", tokens);
        return ask((budget, now) -> budget.owe(tokens, null, now));
    }

    @Override
    public long owe(long[] costs) {
        return ask((budget, now) -> {
            budget.limits().mustMatch(costs);
            return budget.owe(0, costs, now);
        });
    }

    @Override
    public ConsumptionProbe tryConsumeAndReturnRemaining(long numTokens) {
        return ask((budget, now) -> {
            budget.limits().mustFit(numTokens, null);
            boolean granted = budget.reserve(numTokens, null, now, 0);
            long wait = budget.nanosToComeBack();
            long remaining = budget.available(now);
            long toFull = Ticks.minus(budget.fullAt(now), budget.now);
            return granted
                    ? ConsumptionProbe.consumed(remaining, toFull)
                    : ConsumptionProbe.rejected(remaining, wait, toFull);
        });
    }

    @Override
    public EstimationProbe estimateAbilityToConsume(long numTokens) {
        return ask((budget, now) -> {
            budget.limits().mustFit(numTokens, null);
            boolean can = budget.find(numTokens, null, now, 0);
            long wait = budget.nanosToComeBack();
            long remaining = budget.available(now);
            return can ? EstimationProbe.canBeConsumed(remaining) : EstimationProbe.canNotBeConsumed(remaining, wait);
        });
    }

    @Override
    public long tryConsumeAsMuchAsPossible() {
        return tryConsumeAsMuchAsPossible(Long.MAX_VALUE);
    }

    @Override
    public long tryConsumeAsMuchAsPossible(long limit) {
        BandwidthDraft.positive("limit", limit);
        return ask((budget, now) -> {
            long n = Math.min(limit, Math.min(budget.available(now), budget.limits().capacity));
            return n > 0 && budget.reserve(n, null, now, 0) ? n : 0;
        });
    }

    @Override
    public void addTokens(long tokensToAdd) {
        add(tokensToAdd, false);
    }

    @Override
    public void forceAddTokens(long tokensToAdd) {
        add(tokensToAdd, true);
    }

    private void add(long tokens, boolean force) {
        BandwidthDraft.positive("tokensToAdd", tokens);
        ask((budget, now) -> {
            budget.add(tokens, now, force);
            return true;
        });
    }

    @Override
    public void reset() {
        ask((budget, now) -> {
            budget.reset(now);
            return true;
        });
    }

    @Override
    public long getAvailableTokens() {
        long said = lookAtWord();
        if (said >= 0) {
            return said;
        }
        SharedBudget at = locked();
        try {
            return at.budget().available(at.clock().now());
        } finally {
            at.unlock();
        }
    }

    @Override
    public void replaceConfiguration(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy) {
        Objects.requireNonNull(newConfiguration, "newConfiguration");
        Objects.requireNonNull(strategy, "strategy");
        replace(newConfiguration, strategy);
    }

    @Override
    public void pauseUntil(Instant instant) {
        long until = Ticks.of(Objects.requireNonNull(instant, "instant"));
        restrain((budget, now) -> {
            budget.ownRestraint(now).pause(until, 0, budget.now);
            return true;
        });
    }

    @Override
    public void pause(long nanos) {
        pacing().pause(nanos, 0);
    }

    @Override
    public long nanosPaused() {
        return pacing().nanosPaused();
    }

    @Override
    public Pacing pacing() {
        return new Pacing(this);
    }

    @Override
    public BlockingBucket asBlocking() {
        return new BlockingView(this, BucketListener.NOPE);
    }

    @Override
    public SchedulingBucket asScheduler() {
        return new SchedulingView(this, BucketListener.NOPE);
    }

    @Override
    public LocalBucket toListenable(BucketListener listener) {
        return new ListenedBucket(this, listener);
    }

    @Override
    public String toString() {
        return "Bucket" + getConfiguration();
    }
}
