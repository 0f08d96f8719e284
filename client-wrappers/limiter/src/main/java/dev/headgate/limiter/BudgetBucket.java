package dev.headgate.limiter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A budget, shared by threads. Where the limits fit into a {@link Word}, a plain consume is one compare-and-set; everything
 * else is done by the budget under its lock, which takes the level out of the word and puts it back. The time is read while
 * the lock is held, so that decisions are in the order of their times and a thread that was held up does not look like a clock
 * that was set back.
 */
final class BudgetBucket implements LocalBucket {
    private static final VarHandle GUARDED;

    static {
        try {
            GUARDED = MethodHandles.lookup().findVarHandle(BudgetBucket.class, "guarded", GuardedBudget.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BucketTerms terms;
    private volatile BucketConfiguration configuration;
    private volatile @Nullable Word word;

    /** Made when it is first needed. */
    private volatile @Nullable GuardedBudget guarded;

    BudgetBucket(BucketConfiguration configuration, BucketTerms terms) {
        this.configuration = configuration;
        this.terms = terms;
        this.word = wordOf(configuration);
        this.guarded = word == null ? newBudget() : null;
    }

    private @Nullable Word wordOf(BucketConfiguration wanted) {
        WordRate rate = terms.mayUseWords() ? wanted.wordRate() : null;
        long elapsed = terms.clock().elapsed();
        return rate == null || elapsed < 0 || elapsed > rate.longest
                ? null
                : new Word(rate, elapsed * rate.refill - rate.initial);
    }

    private GuardedBudget newBudget() {
        Budget budget = new Budget(configuration.bandwidths(), terms.clock().now(), Ticks.PER_SECOND);
        return new GuardedBudget(budget, terms.synchronization());
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

    TickClock clock() {
        return terms.clock();
    }

    /** The budget; its caller has locked this bucket. */
    Budget budget() {
        return guarded().budget;
    }

    GuardedBudget guarded() {
        GuardedBudget own = guarded;
        if (own == null) {
            GUARDED.compareAndSet(this, null, newBudget());
            own = Objects.requireNonNull(guarded);
        }
        return own;
    }

    /** Locks the bucket that stands for this one, and returns it. */
    BudgetBucket locked() {
        BudgetBucket bucket = this;
        while (true) {
            GuardedBudget own = bucket.guarded();
            own.lock();
            Supplier<BudgetBucket> next = own.heir;
            if (next == null) {
                bucket.takeWord(own);
                return bucket;
            }
            own.unlock();
            bucket = next.get();
        }
    }

    private void takeWord(GuardedBudget own) {
        Word current = word;
        TokenBucketLimit limit = current == null ? null : own.budget.limits().onlyTokenBucket();
        if (current != null && limit != null) {
            current.handOver(limit, clock());
        }
    }

    void unlock() {
        GuardedBudget own = guarded();
        Word current = word;
        Budget budget = own.budget;
        TokenBucketLimit limit = current == null ? null : budget.limits().onlyTokenBucket();
        if (current != null && limit != null && own.heir == null && budget.isIdle()) {
            current.giveBack(limit, clock(), budget.now);
        }
        own.unlock();
    }

    /** Retires this bucket if it is as good as new; whoever still holds it is led to {@code next} from now on. */
    boolean retire(Supplier<BudgetBucket> next) {
        Word current = word;
        if (current != null && current.isUsed(clock())) {
            return false;
        }
        GuardedBudget own = guarded();
        if (!own.tryLock()) {
            return false;
        }
        takeWord(own);
        try {
            if (own.heir == null && own.budget.isAsNew(clock().now())) {
                own.heir = next;
                return true;
            }
            return false;
        } finally {
            unlock();
        }
    }

    /** What a verb asks of the budget, which is locked, at {@code now}. */
    private interface Question<R> {
        R ask(Budget budget, long now);
    }

    private <R> R ask(Question<R> question) {
        BudgetBucket at = locked();
        try {
            return question.ask(at.budget(), at.clock().now());
        } finally {
            at.unlock();
        }
    }

    /** What the word says, or {@link Word#UNDECIDED}. */
    private int tryWord(long n) {
        Word current = word;
        return current == null ? Word.UNDECIDED : current.tryConsume(n, terms.clock());
    }

    @Override
    public boolean tryConsume(long numTokens) {
        int said = tryWord(numTokens);
        if (said != Word.UNDECIDED) {
            return said == Word.GRANTED;
        }
        BudgetBucket at = locked();
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
        BudgetBucket at = locked();
        try {
            Budget asked = at.budget();
            asked.limits().mustFit(n, costs);
            boolean granted = asked.reserve(n, costs, at.clock().now(), maxWaitNanos);
            return granted ? at.reservation(List.of()) : Reservation.refused(asked.nanosToComeBack());
        } finally {
            at.unlock();
        }
    }

    /** What the budget has just granted. */
    Reservation reservation(List<Claim> stillToAsk) {
        Budget granted = budget();
        Place place = granted.place;
        if (place == null || place.slot <= granted.now) {
            return Reservation.NOW;
        }
        return Reservation.later(this, place, Ticks.minus(place.slot, granted.now), stillToAsk);
    }

    boolean cancel(Place place) {
        return ask((budget, now) -> budget.cancel(place, now));
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
        Word current = word;
        long said = current == null ? -1 : current.available(clock());
        return said >= 0 ? said : ask((budget, now) -> budget.available(now));
    }

    @Override
    public void replaceConfiguration(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy) {
        Objects.requireNonNull(newConfiguration, "newConfiguration");
        Objects.requireNonNull(strategy, "strategy");
        BudgetBucket at = locked();
        try {
            at.budget()
                    .replace(newConfiguration.bandwidths(), strategy, at.clock().now());
            at.configuration = newConfiguration;
            // The old word stays held for ever: whoever still looks at it is sent to the budget.
            at.word = at.heldWord(newConfiguration);
        } finally {
            at.unlock();
        }
    }

    private @Nullable Word heldWord(BucketConfiguration wanted) {
        WordRate rate = terms.mayUseWords() ? wanted.wordRate() : null;
        return rate == null ? null : new Word(rate, Word.HELD);
    }

    @Override
    public void pauseUntil(Instant instant) {
        long until = Ticks.of(Objects.requireNonNull(instant, "instant"));
        ask((budget, now) -> {
            budget.pause(until, now);
            return true;
        });
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
    public BucketConfiguration getConfiguration() {
        return configuration;
    }

    @Override
    public TimeMeter getTimeMeter() {
        return terms.clock().meter;
    }

    @Override
    public SynchronizationStrategy getSynchronizationStrategy() {
        return terms.synchronization();
    }

    @Override
    public String toString() {
        return "Bucket" + configuration;
    }
}
