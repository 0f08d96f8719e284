package dev.headgate.redis;

import dev.headgate.limiter.Algorithm;
import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.LocalBook;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.key.Key;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The schedules of one budget. Each has a bucket in this process, which is charged whatever Redis grants: while Redis decides,
 * it has the whole limit and checks that this process alone never exceeds it; while it does not, it has this process's part.
 * What was used stays used when one becomes the other. Thread-safe.
 */
final class RedisBook implements Ledger.Book {
    /** How long calls live on the part at least: to change the limits of many keys is work. */
    static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int LATE_PART_OF_PERIOD = 20;
    private static final String OVERFLOW = "overflow";

    private final Budget budget;
    private final FleetRule rule;
    private final Schedules schedules;
    private final LocalBook near;
    private final List<Bandwidth> region;
    private final List<Bandwidth> watched;
    private final long slackNanos;
    private final RandomGenerator random;
    private final ConcurrentHashMap<Key, RedisAccount> known = new ConcurrentHashMap<>();
    private final @Nullable RedisAccount only;

    private volatile boolean onShare;
    private volatile long sinceNanos;
    private volatile long lastNanos;
    private volatile long opensNanos;
    private @Nullable Share share;

    RedisBook(
            Budget budget,
            FleetRule rule,
            Schedules schedules,
            LocalLedger locals,
            Share ofRegion,
            long timeoutNanos,
            RandomGenerator random) {
        this.budget = budget;
        this.rule = rule;
        this.schedules = schedules;
        this.region = limits(ofRegion);
        this.watched = region.stream().map(Watch::limit).toList();
        this.near = locals.open(budget, watched);
        this.random = random;
        this.slackNanos = region.stream()
                .mapToLong(limit -> slack(limit, timeoutNanos))
                .max()
                .orElse(timeoutNanos);
        this.only = budget.key().isEmpty()
                ? new RedisAccount(this, schedules.schedule(null, budget.observed()), near.account(Key.NONE))
                : null;
    }

    /** What this region may of each limit. */
    static List<Bandwidth> limits(Budget budget, Share share) {
        return budget.limits().stream()
                .map(limit -> share.of(limit.bandwidth(), Share.largest(limit)))
                .toList();
    }

    private List<Bandwidth> limits(Share of) {
        return limits(budget, of);
    }

    /** By how much the clocks, and the trips, of an honest Redis and of this process may differ. */
    private static long slack(Bandwidth limit, long timeoutNanos) {
        boolean grid = limit.getAlgorithm() == Algorithm.FIXED_WINDOW
                || limit.getAlgorithm() == Algorithm.SLIDING_WINDOW_COUNTER;
        long period = limit.getRefillPeriodNanos();
        return grid ? period : Math.max(timeoutNanos, period / LATE_PART_OF_PERIOD);
    }

    @Override
    public RedisAccount account(Key key) {
        if (only != null) {
            return only;
        }
        RedisAccount account = known.get(key);
        return account == null ? add(key) : account;
    }

    private RedisAccount add(Key key) {
        var local = near.account(key);
        if (near.isOverflow(local)) {
            return new RedisAccount(this, schedules.schedule(OVERFLOW, budget.observed()), local);
        }
        if (known.size() >= budget.rule().maxKeys()) {
            // They are made again when they are needed: an account remembers nothing.
            known.clear();
        }
        RedisAccount made = new RedisAccount(this, schedules.schedule(key.toString(), budget.observed()), local);
        RedisAccount before = known.putIfAbsent(key, made);
        return before == null ? made : before;
    }

    /** Some schedule, to ask after the rule. */
    RedisAccount any() {
        return account(Key.NONE);
    }

    Budget budget() {
        return budget;
    }

    FleetRule rule() {
        return rule;
    }

    /** How much later than Redis the bucket of this process may let a call go before something is wrong. */
    long slackNanos() {
        return slackNanos;
    }

    /** Whether calls live on this process's part. */
    boolean isOnShare() {
        return onShare;
    }

    /** How long this process still keeps its calls back before it begins to live on its part. */
    long opensIn(long nowNanos) {
        return onShare ? Math.max(0, opensNanos - nowNanos) : 0;
    }

    /**
     * Redis did not decide: calls live on the part.
     *
     * @param processes how many share the region's part
     */
    void live(Share on, int processes, long nowNanos) {
        if (!onShare || !on.equals(share)) {
            beginToLive(on, processes, nowNanos);
        }
    }

    private synchronized void beginToLive(Share on, int processes, long nowNanos) {
        if (onShare && on.equals(share)) {
            return;
        }
        near.standIn(limits(on), processes);
        long opening = budget.limits().stream()
                .mapToLong(limit -> on.openingNanos(limit.bandwidth(), Share.largest(limit)))
                .max()
                .orElse(0);
        // Whoever has just lived on it need not begin anew.
        if (opening == 0 || opensNanos == 0 || nowNanos - opensNanos > opening) {
            opensNanos = opening == 0 ? nowNanos : nowNanos + random.nextLong(opening);
        }
        sinceNanos = nowNanos;
        lastNanos = nowNanos;
        share = on;
        onShare = true;
    }

    /** A call got a slot of the part. Behind it all slots of the bucket are later, so that it cannot watch over Redis before. */
    void gave(long slotNanos) {
        synchronized (this) {
            lastNanos = slotNanos - lastNanos > 0 ? slotNanos : lastNanos;
        }
    }

    /** Redis decided. Returns whether the whole limit is watched over now. */
    boolean watch(long nowNanos) {
        if (!onShare) {
            return true;
        }
        if (nowNanos - sinceNanos < LEAST_NANOS || lastNanos - nowNanos > 0) {
            return false;
        }
        synchronized (this) {
            if (onShare) {
                near.watch(watched);
                onShare = false;
            }
        }
        return true;
    }
}
