package dev.headgate.throttle;

import dev.headgate.limiter.Bandwidth;
import java.math.BigInteger;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How fast the calls of one downstream come back after a pause or failures: one after the other at a pace that falls when many
 * calls fail and grows with every call that is served (AIMD), and that ends when it is at what went before and the trouble is
 * over. Counts admitted and answered calls all the time, because what went before must be known when the trouble begins.
 *
 * <p>Pure integer arithmetic, the same in every ledger: times are ticks of any origin, paces are calls in 1,000 seconds. A time
 * before the last one counts as that; more than a second before, all that is remembered moves back by the step. Not
 * thread-safe.
 */
public final class Pacer {
    /** A pace of one call a second. */
    public static final long ONE_A_SECOND = 1_000;

    /** No pace is larger. */
    public static final long MOST = 1_000_000_000;

    private static final long LONGEST_PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int CALM_SECONDS = 10;
    private static final int SERVED_SECONDS = 30;
    private static final int FORGOTTEN_SECONDS = 60;
    private static final long LEAST_RESULTS = 10;
    private static final long LEAST_BAD = 3;

    /** By so much the pace grows for a call that is served at a pace of what went before. */
    private static final long GROWTH = 50;

    private final long second;
    private final boolean adaptive;
    private long tightest;
    private long least;

    private boolean begun;
    private long seen;
    private long used;

    private final RecentCount admitted;

    private long windowFrom;
    private long good;
    private long bad;
    private long closedAt;
    private long closedGood;
    private long closedBad;

    private boolean engaged;
    private long pace;
    private long before;
    private long pausedUntil;

    /** The last cut or the end of the pause, whichever is later. */
    private long troubleUntil;

    /**
     * Makes one that is not engaged and has no history.
     *
     * @param ticksPerSecond 1,000 or more, a multiple of it
     * @param tightest the pace of the tightest limit that all calls share and whose period is a minute at most; 0: there is none
     * @param least the lowest pace, 1 or more: {@link #ONE_A_SECOND}, or the part of it of one process
     * @param adaptive whether failures cut the pace
     */
    public Pacer(long ticksPerSecond, long tightest, long least, boolean adaptive) {
        this.second = ticksPerSecond;
        this.admitted = new RecentCount(ticksPerSecond);
        this.adaptive = adaptive;
        terms(tightest, least);
    }

    /** Returns the pace of the tightest of these limits whose period is a minute at most, rounded down; 0: there is none. */
    public static long tightest(List<Bandwidth> limits) {
        return limits.stream()
                .filter(limit -> limit.getRefillPeriodNanos() <= LONGEST_PERIOD_NANOS)
                .mapToLong(Pacer::pace)
                .min()
                .orElse(0);
    }

    private static long pace(Bandwidth limit) {
        return BigInteger.valueOf(limit.getRefillTokens())
                .multiply(BigInteger.valueOf(1_000 * TimeUnit.SECONDS.toNanos(1)))
                .divide(BigInteger.valueOf(limit.getRefillPeriodNanos()))
                .min(BigInteger.valueOf(MOST))
                .max(BigInteger.ONE)
                .longValueExact();
    }

    /** Takes other numbers, as in the constructor, from now on; the pace before stays until it disengages. */
    public void terms(long tightestPace, long leastPace) {
        tightest = Math.min(MOST, tightestPace);
        least = Math.max(1, leastPace);
    }

    /** Counts {@code n} calls that were given a slot; less than 0: that gave it back. */
    public void admitted(long now, long n) {
        admitted.add(use(now), n);
    }

    /** Hears what became of calls. Returns true if the pace was cut. */
    public boolean results(long now, long succeeded, long overloaded) {
        if (succeeded + overloaded == 0) {
            return false;
        }
        long at = use(now);
        if (engaged && at - pausedUntil >= 0) {
            grow(succeeded);
        }
        if (good + bad + closedGood + closedBad == 0) {
            windowFrom = at;
        }
        good += succeeded;
        bad += overloaded;
        long all = good + bad;
        if (at - windowFrom < second || all < LEAST_RESULTS) {
            return false;
        }
        boolean cut = adaptive && bad >= LEAST_BAD && bad * 10 >= all;
        if (cut) {
            engage(at);
            cutTo(1_500 * good / all);
            troubleUntil = Math.max(troubleUntil - at, 0) + at;
        }
        close(at);
        return cut;
    }

    private void grow(long successes) {
        for (long i = 0; i < successes && pace < MOST; i++) {
            long of = pace >= before ? Math.max(pace, tightest) : before;
            pace = Math.min(MOST, pace + GROWTH * of / pace);
        }
    }

    private void cutTo(long permille) {
        long cut = pace * Math.max(700, Math.min(1_000, permille)) / 1_000;
        pace = Math.max(cut, Math.max(before / 20, least));
    }

    private void close(long at) {
        closedAt = windowFrom = at;
        closedGood = good;
        closedBad = bad;
        good = bad = 0;
    }

    /** Nothing goes before {@code until}; afterwards calls come back at the pace. Of several pauses the latest end holds. */
    public void pause(long now, long until) {
        long at = use(now);
        engage(at);
        pausedUntil = Math.max(until - at, pausedUntil - at) + at;
        troubleUntil = Math.max(troubleUntil - at, pausedUntil - at) + at;
    }

    /** As {@link #pause}, of a part of the calls: the others go on, and are served, meanwhile. */
    public void pausePart(long now, long until) {
        long at = use(now);
        engage(at);
        troubleUntil = Math.max(troubleUntil - at, until - at) + at;
    }

    /** The pause ends now, because a call was served that tried: the others come back at the pace. */
    public void resume(long now) {
        long at = use(now);
        pausedUntil = Math.min(pausedUntil - at, 0) + at;
        troubleUntil = at;
    }

    private void engage(long at) {
        if (!engaged) {
            engaged = true;
            before = pace = Math.max(least, rate(at));
            pausedUntil = troubleUntil = at;
        }
    }

    /** What was admitted before, at most what the tightest limit lets go. */
    private long rate(long at) {
        long most = tightest == 0 ? MOST : tightest;
        return Math.min(most, admitted.sum(at) * 1_000_000 / Math.max(1_000, admitted.coveredMillis(at)));
    }

    /** Disengages if the pace is what it was before, the trouble was over long enough ago and {@code lastSlot} has passed. */
    public void settle(long now, long lastSlot) {
        long at = enter(now);
        if (engaged && pace >= before && at - troubleUntil >= CALM_SECONDS * second && lastSlot - at <= 0) {
            engaged = false;
        }
    }

    /** Returns true if calls go one after the other, {@link #gap} ticks apart. */
    public boolean isEngaged() {
        return engaged;
    }

    /** Returns ticks from one call to the next; 0: it is not engaged. */
    public long gap() {
        return engaged ? (second * 1_000 + pace - 1) / pace : 0;
    }

    /** Returns calls in 1,000 seconds; 0: it is not engaged. */
    public long pace() {
        return engaged ? pace : 0;
    }

    /** Returns how many calls went in 1,000 seconds before the trouble; 0: it is not engaged. */
    public long before() {
        return engaged ? before : 0;
    }

    /** Returns whether the downstream has answered enough calls lately to tell whether it serves them. */
    public boolean knows(long now) {
        return recent(now, good + bad, closedGood + closedBad) >= LEAST_RESULTS;
    }

    /** Returns whether the downstream has served most of the calls that it answered lately. False if those are too few to tell. */
    public boolean serves(long now) {
        long all = recent(now, good + bad, closedGood + closedBad);
        return all >= LEAST_RESULTS && recent(now, good, closedGood) * 3 >= all * 2;
    }

    private long recent(long now, long open, long closed) {
        return open + (enter(now) - closedAt < SERVED_SECONDS * second ? closed : 0);
    }

    private long use(long now) {
        long at = enter(now);
        used = at;
        return at;
    }

    private long enter(long now) {
        if (!begun) {
            begun = true;
            seen = used = now;
        }
        long back = seen - now;
        if (back > second) {
            moveBack(back);
        }
        seen = back > 0 && back <= second ? seen : now;
        long idle = engaged ? Math.min(seen - used, seen - troubleUntil) : seen - used;
        if (idle >= FORGOTTEN_SECONDS * second) {
            forget();
        }
        return seen;
    }

    private void moveBack(long back) {
        used -= back;
        admitted.moveBack(back);
        windowFrom -= back;
        closedAt -= back;
        pausedUntil -= back;
        troubleUntil -= back;
    }

    private void forget() {
        engaged = false;
        admitted.clear();
        good = bad = closedGood = closedBad = 0;
    }
}
