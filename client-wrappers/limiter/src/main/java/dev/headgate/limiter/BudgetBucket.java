package dev.headgate.limiter;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A budget, shared by threads. The time is read while the lock is held, so that decisions are made in the order of their times
 * and a thread that was held up does not look like a clock that was set back.
 */
final class BudgetBucket implements LocalBucket {
    private static final AtomicLong BUILT = new AtomicLong();

    /** Locks of several buckets are taken in this order. */
    final long order = BUILT.getAndIncrement();

    private final TickClock clock;
    private final SynchronizationStrategy synchronization;
    private final @Nullable ReentrantLock lock;
    private final Budget budget;
    private volatile BucketConfiguration configuration;

    /** Of a bucket that was evicted while somebody still held it: the one that stands for its key now. */
    private @Nullable Supplier<BudgetBucket> heir;

    BudgetBucket(BucketConfiguration configuration, TickClock clock, SynchronizationStrategy synchronization) {
        this.configuration = configuration;
        this.clock = clock;
        this.synchronization = synchronization;
        this.lock = synchronization == SynchronizationStrategy.NONE ? null : new ReentrantLock();
        this.budget = new Budget(configuration.bandwidths(), clock.now(), Ticks.PER_SECOND);
    }

    static BudgetBucket of(Bucket bucket) {
        if (bucket instanceof BudgetBucket) {
            return (BudgetBucket) bucket;
        }
        throw new IllegalArgumentException("Only buckets of this process can be taken in one step, but this is a "
                + bucket.getClass().getName());
    }

    TickClock clock() {
        return clock;
    }

    Budget budget() {
        return budget;
    }

    /** Locks the bucket that stands for this one, and returns it. */
    BudgetBucket locked() {
        BudgetBucket bucket = this;
        while (true) {
            bucket.lock();
            Supplier<BudgetBucket> next = bucket.heir;
            if (next == null) {
                return bucket;
            }
            bucket.unlock();
            bucket = next.get();
        }
    }

    private void lock() {
        if (lock != null) {
            lock.lock();
        }
    }

    void unlock() {
        if (lock != null) {
            lock.unlock();
        }
    }

    /** Retires this bucket if it is as good as new; whoever still holds it is led to {@code next} from now on. */
    boolean retire(Supplier<BudgetBucket> next) {
        if (lock != null && !lock.tryLock()) {
            return false;
        }
        try {
            if (heir != null || !budget.isAsNew(clock.now())) {
                return false;
            }
            heir = next;
            return true;
        } finally {
            unlock();
        }
    }

    @Override
    public boolean tryConsume(long numTokens) {
        BudgetBucket at = locked();
        try {
            at.budget.mustFit(numTokens, null);
            return at.budget.reserve(numTokens, null, at.clock.now(), 0);
        } finally {
            at.unlock();
        }
    }

    @Override
    public boolean tryConsume(long numTokens, long leaving) {
        BudgetBucket at = locked();
        try {
            return at.budget.takeLeaving(numTokens, null, leaving, null, at.clock.now());
        } finally {
            at.unlock();
        }
    }

    @Override
    public Reservation takeLeaving(long[] costs, long[] leaving) {
        BudgetBucket at = locked();
        try {
            Budget asked = at.budget;
            boolean granted = asked.takeLeaving(0, costs, 0, leaving, at.clock.now());
            return granted ? Reservation.NOW : at.refusal();
        } finally {
            at.unlock();
        }
    }

    @Override
    public Reservation reserve(long tokens, long maxWaitNanos) {
        return reserve(tokens, null, maxWaitNanos);
    }

    @Override
    public Reservation reserve(long[] costs, long maxWaitNanos) {
        return reserve(0, Objects.requireNonNull(costs, "costs"), maxWaitNanos);
    }

    private Reservation reserve(long n, long @Nullable [] costs, long maxWaitNanos) {
        if (maxWaitNanos < 0) {
            throw new IllegalArgumentException("The longest wait must not be negative, but is " + maxWaitNanos);
        }
        BudgetBucket at = locked();
        try {
            at.budget.mustFit(n, costs);
            return at.budget.reserve(n, costs, at.clock.now(), maxWaitNanos) ? at.reservation(List.of()) : at.refusal();
        } finally {
            at.unlock();
        }
    }

    /** What the budget has just granted. */
    Reservation reservation(List<Claim> stillToAsk) {
        Place place = budget.place;
        if (place == null || place.slot <= budget.now) {
            return Reservation.NOW;
        }
        return Reservation.later(this, place, Ticks.minus(place.slot, budget.now), stillToAsk);
    }

    private Reservation refusal() {
        return Reservation.refused(budget.nanosToComeBack());
    }

    boolean cancel(Place place) {
        lock();
        try {
            return budget.cancel(place, clock.now());
        } finally {
            unlock();
        }
    }

    @Override
    public long consumeIgnoringRateLimits(long tokens) {
        return owe(BandwidthDraft.positive("tokens", tokens), null);
    }

    @Override
    public long owe(long[] costs) {
        return owe(0, Objects.requireNonNull(costs, "costs"));
    }

    private long owe(long n, long @Nullable [] costs) {
        BudgetBucket at = locked();
        try {
            if (costs != null) {
                at.budget.mustMatch(costs);
            }
            return at.budget.owe(n, costs, at.clock.now());
        } finally {
            at.unlock();
        }
    }

    @Override
    public ConsumptionProbe tryConsumeAndReturnRemaining(long numTokens) {
        BudgetBucket at = locked();
        try {
            Budget asked = at.budget;
            asked.mustFit(numTokens, null);
            long now = at.clock.now();
            boolean granted = asked.reserve(numTokens, null, now, 0);
            long wait = asked.nanosToComeBack();
            long remaining = asked.available(now);
            long toFull = Ticks.minus(asked.fullAt(now), asked.now);
            return granted
                    ? ConsumptionProbe.consumed(remaining, toFull)
                    : ConsumptionProbe.rejected(remaining, wait, toFull);
        } finally {
            at.unlock();
        }
    }

    @Override
    public EstimationProbe estimateAbilityToConsume(long numTokens) {
        BudgetBucket at = locked();
        try {
            Budget asked = at.budget;
            asked.mustFit(numTokens, null);
            long now = at.clock.now();
            boolean can = asked.find(numTokens, null, now, 0);
            long wait = asked.nanosToComeBack();
            long remaining = asked.available(now);
            return can ? EstimationProbe.canBeConsumed(remaining) : EstimationProbe.canNotBeConsumed(remaining, wait);
        } finally {
            at.unlock();
        }
    }

    @Override
    public long tryConsumeAsMuchAsPossible() {
        return tryConsumeAsMuchAsPossible(Long.MAX_VALUE);
    }

    @Override
    public long tryConsumeAsMuchAsPossible(long limit) {
        BandwidthDraft.positive("limit", limit);
        BudgetBucket at = locked();
        try {
            long now = at.clock.now();
            long n = Math.min(limit, Math.min(at.budget.available(now), at.budget.capacity()));
            return n > 0 && at.budget.reserve(n, null, now, 0) ? n : 0;
        } finally {
            at.unlock();
        }
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
        BudgetBucket at = locked();
        try {
            at.budget.add(tokens, at.clock.now(), force);
        } finally {
            at.unlock();
        }
    }

    @Override
    public void reset() {
        BudgetBucket at = locked();
        try {
            at.budget.reset(at.clock.now());
        } finally {
            at.unlock();
        }
    }

    @Override
    public long getAvailableTokens() {
        BudgetBucket at = locked();
        try {
            return at.budget.available(at.clock.now());
        } finally {
            at.unlock();
        }
    }

    @Override
    public void replaceConfiguration(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy) {
        Objects.requireNonNull(newConfiguration, "newConfiguration");
        Objects.requireNonNull(strategy, "strategy");
        BudgetBucket at = locked();
        try {
            at.budget.replace(newConfiguration.bandwidths(), strategy, at.clock.now());
            at.configuration = newConfiguration;
        } finally {
            at.unlock();
        }
    }

    @Override
    public void pauseUntil(Instant instant) {
        long until = Ticks.of(Objects.requireNonNull(instant, "instant"));
        BudgetBucket at = locked();
        try {
            at.budget.pause(until, at.clock.now());
        } finally {
            at.unlock();
        }
    }

    @Override
    public BucketConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public TimeMeter getTimeMeter() {
        return clock.meter;
    }

    @Override
    public SynchronizationStrategy getSynchronizationStrategy() {
        return synchronization;
    }

    @Override
    public String toString() {
        return "Bucket" + configuration;
    }
}
