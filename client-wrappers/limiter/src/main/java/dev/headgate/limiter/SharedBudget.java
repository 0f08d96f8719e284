package dev.headgate.limiter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A budget, shared by threads. Where the limits fit into a {@link Word}, a plain consume is one compare-and-set; everything
 * else, and a consume that others overtake too often, is done by the budget under its lock, which takes the level out of the
 * word and puts it back. The time is read while
 * the lock is held, so that decisions are in the order of their times and a thread that was held up does not look like a clock
 * that was set back.
 */
abstract class SharedBudget implements LocalBucket {
    private static final VarHandle GUARDED;

    static {
        try {
            GUARDED = MethodHandles.lookup().findVarHandle(SharedBudget.class, "guarded", GuardedBudget.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final BucketTerms terms;
    private volatile BucketConfiguration configuration;
    private volatile @Nullable Word word;

    /** Made when it is first needed. */
    private volatile @Nullable GuardedBudget guarded;

    /** Whether more than the limits may hold calls back, here or in the bucket that came after this one. */
    private volatile boolean restrained;

    SharedBudget(BucketConfiguration configuration, BucketTerms terms) {
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

    final TickClock clock() {
        return terms.clock();
    }

    /** The budget; its caller has locked this bucket. */
    final Budget budget() {
        return guarded().budget;
    }

    final GuardedBudget guarded() {
        GuardedBudget own = guarded;
        if (own == null) {
            GUARDED.compareAndSet(this, null, newBudget());
            own = Objects.requireNonNull(guarded);
        }
        return own;
    }

    /** Locks this bucket and returns null; or, if it was evicted, locks nothing and returns who knows the next one. */
    final @Nullable Supplier<? extends SharedBudget> lockOrHeir() {
        GuardedBudget own = guarded();
        own.lock();
        Supplier<? extends SharedBudget> heir = own.heir;
        if (heir == null) {
            takeWord(own);
        } else {
            own.unlock();
        }
        return heir;
    }

    /** Locks the bucket that stands for this one, and returns it. Only for who holds no other lock. */
    final SharedBudget locked() {
        SharedBudget bucket = this;
        Supplier<? extends SharedBudget> heir = bucket.lockOrHeir();
        while (heir != null) {
            bucket = heir.get();
            heir = bucket.lockOrHeir();
        }
        return bucket;
    }

    private void takeWord(GuardedBudget own) {
        Word current = word;
        TokenBucketLimit limit = current == null ? null : own.budget.limits().onlyTokenBucket();
        if (current != null && limit != null) {
            current.handOver(limit, clock());
        }
    }

    final void unlock() {
        GuardedBudget own = guarded();
        Word current = word;
        Budget budget = own.budget;
        if (restrained && own.heir == null && !budget.isRestrained()) {
            restrained = false;
        }
        TokenBucketLimit limit = current == null ? null : budget.limits().onlyTokenBucket();
        if (current != null && limit != null && own.heir == null && budget.isIdle()) {
            current.giveBack(limit, clock(), budget.now);
        }
        own.unlock();
    }

    /** Retires this bucket if it is as good as new; whoever still holds it is led to {@code next} from now on. */
    final boolean retire(Supplier<? extends SharedBudget> next) {
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
                restrained = true;
                return true;
            }
            return false;
        } finally {
            unlock();
        }
    }

    /** What a verb asks of the budget, which is locked, at {@code now}. */
    interface Question<R> {
        R ask(Budget budget, long now);
    }

    final <R> R ask(Question<R> question) {
        SharedBudget at = locked();
        try {
            return question.ask(at.budget(), at.clock().now());
        } finally {
            at.unlock();
        }
    }

    /** As {@link #ask}, of what may hold calls back. */
    final <R> R restrain(Question<R> question) {
        SharedBudget at = locked();
        try {
            at.restrained = true;
            return question.ask(at.budget(), at.clock().now());
        } finally {
            at.unlock();
        }
    }

    /** Whether more than the limits may hold calls back. */
    final boolean isRestrained() {
        return restrained;
    }

    /** What the word says, or {@link Word#UNDECIDED}. */
    final int tryWord(long n) {
        Word current = word;
        return current == null ? Word.UNDECIDED : current.tryConsume(n, terms.clock());
    }

    /** The available tokens as the word tells them; -1 if the budget must say. */
    final long lookAtWord() {
        Word current = word;
        return current == null ? -1 : current.available(terms.clock());
    }

    /** What the budget has just granted. */
    final Reservation reservation(List<Claim> stillToAsk) {
        Budget granted = budget();
        Place place = granted.place;
        if (place == null || place.slot <= granted.now) {
            return Reservation.NOW;
        }
        return Reservation.later(this, place, Ticks.minus(place.slot, granted.now), stillToAsk);
    }

    /** Whether the place was given back. An evicted bucket had none that could be. */
    final boolean cancel(Place place) {
        if (lockOrHeir() != null) {
            return false;
        }
        try {
            return budget().cancel(place, clock().now());
        } finally {
            unlock();
        }
    }

    /** Takes other limits from now on. */
    final void replace(BucketConfiguration newConfiguration, TokensInheritanceStrategy strategy) {
        SharedBudget at = locked();
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
}
