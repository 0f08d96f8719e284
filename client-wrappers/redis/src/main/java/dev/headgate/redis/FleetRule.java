package dev.headgate.redis;

import dev.headgate.throttle.Charge;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Pace;
import dev.headgate.throttle.Rule;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** One rule as the fleet shares it: who lives on it, what is to be told of it, and when that was told last. Thread-safe. */
final class FleetRule {
    /** From one heartbeat to the next. */
    static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The same for a process that has begun, and must hear of the others that begin with it. */
    static final long FIRST_BEATS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int FIRST_BEATS = 3;

    /** Whoever waits hears of a pause within this. */
    static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST_TOLD = 1_000;

    private final Rule rule;
    private final boolean observed;
    private final Census census;
    private final List<RedisBook> books = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong beatNanos;
    private final Untold untold;
    private final Restraints restraints = new Restraints();
    private final KeyOrders keyOrders = new KeyOrders();
    private final boolean adaptive;
    private final long tightest;
    private volatile @Nullable Schedule lead;
    private volatile Reply.@Nullable Pace pace;
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private volatile boolean used = true;
    private final AtomicInteger beats = new AtomicInteger();
    private volatile boolean outdated;
    private volatile long tripNanos;
    private volatile long lookNanos;

    /** @param tightest pace of the tightest limit of all calls, calls per 1,000 s; 0: there is none */
    FleetRule(Rule rule, boolean observed, int expectedProcesses, long tightest, long nowNanos) {
        this.rule = rule;
        this.observed = observed;
        this.census = new Census(expectedProcesses);
        this.beatNanos = new AtomicLong(nowNanos - BEAT_NANOS);
        this.tripNanos = nowNanos;
        this.lookNanos = nowNanos;
        this.tightest = tightest;
        this.adaptive = rule.backoff().adaptive();
        this.untold = new Untold(nowNanos);
    }

    /** The rule that a charge is of. */
    static FleetRule of(Charge charge) {
        return RedisAccount.of(charge).book().rule();
    }

    Rule rule() {
        return rule;
    }

    /** Whether its decisions are only counted: then its state is its own, and it lives on nothing. */
    boolean observed() {
        return observed;
    }

    Census census() {
        return census;
    }

    List<RedisBook> books() {
        return books;
    }

    void add(RedisBook book) {
        books.add(book);
    }

    /** Somebody asks for a decision. */
    void use() {
        if (!used) {
            used = true;
        }
    }

    /** A reply came. */
    void travelled(long nowNanos) {
        tripNanos = nowNanos;
    }

    /** A call was given a slot that is not now, or has left it. */
    void waits(int more) {
        waiting.addAndGet(more);
    }

    /** Returns true if a heartbeat is due, to whoever takes it along; to nobody else then. */
    boolean takeBeat(long nowNanos) {
        long last = beatNanos.get();
        boolean mine = isBeatDue(nowNanos) && beatNanos.compareAndSet(last, nowNanos);
        if (mine) {
            used = beats.incrementAndGet() < FIRST_BEATS;
        }
        return mine;
    }

    private boolean isBeatDue(long nowNanos) {
        long between = beats.get() < FIRST_BEATS ? FIRST_BEATS_NANOS : BEAT_NANOS;
        return !observed && nowNanos - beatNanos.get() >= between;
    }

    /** The heartbeat that was taken along did not arrive, or nobody knows. */
    void missedBeat(long nowNanos) {
        used = true;
        beatNanos.set(nowNanos - BEAT_NANOS);
    }

    /** Whether a trip must be made although nobody asks. */
    boolean needsTrip(long nowNanos) {
        boolean waits = waiting.get() > 0;
        return waits && nowNanos - tripNanos >= SILENCE_NANOS
                || (used || waits) && isBeatDue(nowNanos)
                || lead != null && untold.isDue(isRestrained(), nowNanos) && !untold.isEmpty();
    }

    /** Whether it is time to ask after the keys for which calls wait. */
    boolean takeLook(long nowNanos) {
        boolean due = waiting.get() > 0 && nowNanos - lookNanos >= SILENCE_NANOS;
        if (due) {
            lookNanos = nowNanos;
        }
        return due;
    }

    /** Whether what was heard last of its lead schedule is recent enough for those who wait. */
    boolean isFresh(long nowNanos) {
        return nowNanos - tripNanos <= SILENCE_NANOS + SILENCE_NANOS / 2;
    }

    /** Takes the schedule that holds its pause and its pace; it has none if responses change nothing. */
    void lead(Schedule schedule) {
        lead = schedule;
    }

    /** The schedule that holds its pause and its pace, if responses can change anything. */
    @Nullable
    Schedule lead() {
        return lead;
    }

    Untold untold() {
        return untold;
    }

    Restraints restraints() {
        return restraints;
    }

    KeyOrders keyOrders() {
        return keyOrders;
    }

    /** Whether the rule is paused or paced, or shall be, as far as that is known here. */
    boolean isRestrained() {
        Schedule own = lead;
        return own != null && (untold.isUrgent() || restraints.of(own) != null);
    }

    /** Whether a call that is served ends the pause of the rule. */
    boolean isTrying() {
        Schedule own = lead;
        Restraints.Known known = own == null ? null : restraints.of(own);
        return known != null && known.trying();
    }

    /** Hears what became of calls. Returns whether Redis must be told at once. */
    boolean report(Feedback feedback, long nowNanos) {
        Schedule own = lead;
        if (own == null) {
            return false;
        }
        if (feedback.rulePauseNanos() > 0) {
            restraints.order(own, Order.of(nowNanos, feedback.rulePauseNanos(), feedback.probe()));
        }
        untold.report(feedback, isTrying(), nowNanos);
        return untold.isUrgent();
    }

    /** What Redis is told of it now, if it is time, to whoever tells it. */
    Untold.@Nullable Tidings takeTidings(long nowNanos) {
        return lead == null ? null : untold.take(isRestrained(), nowNanos);
    }

    /** In the words of scripts. */
    News.Told told(Untold.Tidings tidings, long nowNanos) {
        Order order = tidings.order();
        Order backoff = tidings.backoff();
        Order part = tidings.part();
        Reply.Pace known = tidings.lost() ? pace : null;
        return new News.Told(
                order == null ? 0 : order.leftMicros(nowNanos),
                order == null ? 0 : order.probeMicros(),
                backoff == null ? 0 : backoff.leftMicros(nowNanos),
                part == null ? 0 : part.leftMicros(nowNanos),
                tidings.admitted(),
                tidings.succeeded(),
                tidings.overloaded(),
                tightest,
                adaptive,
                known == null ? 0 : known.milli(),
                known == null ? 0 : known.before());
    }

    /** Redis has said how fast its calls go. */
    void pace(Reply.Pace heard) {
        pace = heard;
    }

    /** How its calls come back, as Redis has said last. */
    Pace paceNow(long nowNanos) {
        Schedule own = lead;
        Restraints.Known known = own == null ? null : restraints.of(own);
        if (known == null) {
            return Pace.NONE;
        }
        Reply.Pace told = pace;
        boolean engaged = known.gapNanos() > 0;
        // Whoever told nothing lately has heard of the gap, but not of what went before.
        long milli = engaged ? TimeUnit.SECONDS.toNanos(1_000) / known.gapNanos() : 0;
        long before = engaged ? told == null || told.before() == 0 ? milli : told.before() : 0;
        return new Pace(engaged, milli, before, known.pausedNanos(nowNanos));
    }

    /** Another process has later numbers, which hold here, too. */
    void outdate() {
        outdated = true;
    }

    boolean isOutdated() {
        return outdated;
    }

    /** Returns true the first time. */
    boolean firstTime(String what) {
        return told.size() < MOST_TOLD && told.add(what);
    }

    /** What was told may be told again. */
    void forgetTold() {
        told.clear();
    }
}
