package dev.headgate.limiter;

import java.time.Instant;
import java.util.Objects;

/** A bucket whose calls a listener hears of. */
final class ListenedBucket implements LocalBucket {
    private final BudgetBucket target;
    private final BucketListener listener;

    ListenedBucket(BudgetBucket target, BucketListener listener) {
        this.target = target;
        this.listener = Objects.requireNonNull(listener, "listener");
    }

    BudgetBucket target() {
        return target;
    }

    private boolean tell(boolean consumed, long tokens) {
        if (consumed) {
            listener.onConsumed(tokens);
        } else {
            listener.onRejected(tokens);
        }
        return consumed;
    }

    private Reservation tell(Reservation reservation, long tokens) {
        tell(reservation.isGranted(), tokens);
        return reservation;
    }

    private static long largest(long[] costs) {
        long most = 0;
        for (long cost : costs) {
            most = Math.max(most, cost);
        }
        return most;
    }

    @Override
    public boolean tryConsume(long numTokens) {
        return tell(target.tryConsume(numTokens), numTokens);
    }

    @Override
    public boolean tryConsume(long numTokens, long leaving) {
        return tell(target.tryConsume(numTokens, leaving), numTokens);
    }

    @Override
    public Reservation takeLeaving(long[] costs, long[] leaving) {
        return tell(target.takeLeaving(costs, leaving), largest(costs));
    }

    @Override
    public long[] nanosToComeBack(long[] costs) {
        return target.nanosToComeBack(costs);
    }

    @Override
    public Reservation reserve(long tokens, long maxWaitNanos) {
        return tell(target.reserve(tokens, maxWaitNanos), tokens);
    }

    @Override
    public Reservation reserve(long[] costs, long maxWaitNanos) {
        return tell(target.reserve(costs, maxWaitNanos), largest(costs));
    }

    @Override
    public long owe(long[] costs) {
        long penalty = target.owe(costs);
        listener.onConsumed(largest(costs));
        return penalty;
    }

    @Override
    public long consumeIgnoringRateLimits(long tokens) {
        long penalty = target.consumeIgnoringRateLimits(tokens);
        listener.onConsumed(tokens);
        return penalty;
    }

    @Override
    public ConsumptionProbe tryConsumeAndReturnRemaining(long numTokens) {
        ConsumptionProbe probe = target.tryConsumeAndReturnRemaining(numTokens);
        tell(probe.isConsumed(), numTokens);
        return probe;
    }

    @Override
    public EstimationProbe estimateAbilityToConsume(long numTokens) {
        return target.estimateAbilityToConsume(numTokens);
    }

    @Override
    public long tryConsumeAsMuchAsPossible() {
        return tryConsumeAsMuchAsPossible(Long.MAX_VALUE);
    }

    @Override
    public long tryConsumeAsMuchAsPossible(long limit) {
        long consumed = target.tryConsumeAsMuchAsPossible(limit);
        if (consumed > 0) {
            listener.onConsumed(consumed);
        }
        return consumed;
    }

    @Override
    public void addTokens(long tokensToAdd) {
        target.addTokens(tokensToAdd);
    }

    @Override
    public void forceAddTokens(long tokensToAdd) {
        target.forceAddTokens(tokensToAdd);
    }

    @Override
    public void reset() {
        target.reset();
    }

    @Override
    public long getAvailableTokens() {
        return target.getAvailableTokens();
    }

    @Override
    public void replaceConfiguration(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy) {
        target.replaceConfiguration(newConfiguration, strategy);
    }

    @Override
    public void pauseUntil(Instant instant) {
        target.pauseUntil(instant);
    }

    @Override
    public void pause(long nanos) {
        target.pause(nanos);
    }

    @Override
    public long nanosPaused() {
        return target.nanosPaused();
    }

    @Override
    public Pacing pacing() {
        return target.pacing();
    }

    @Override
    public BlockingBucket asBlocking() {
        return new BlockingView(target, listener);
    }

    @Override
    public SchedulingBucket asScheduler() {
        return new SchedulingView(target, listener);
    }

    @Override
    public LocalBucket toListenable(BucketListener other) {
        return new ListenedBucket(target, other);
    }

    @Override
    public BucketConfiguration getConfiguration() {
        return target.getConfiguration();
    }

    @Override
    public TimeMeter getTimeMeter() {
        return target.getTimeMeter();
    }

    @Override
    public SynchronizationStrategy getSynchronizationStrategy() {
        return target.getSynchronizationStrategy();
    }

    @Override
    public String toString() {
        return target.toString();
    }
}
