package dev.headgate.redis;

import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Rule;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** One rule as the fleet shares it: who lives on it, what is to be told of it, and when that was told last. Thread-safe. */
final class FleetRule {
    /** From one heartbeat to the next. */
    static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** The same for a process that has begun, and must hear of the others that begin with it. */
    static final long FIRST_BEATS_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final int FIRST_BEATS = 3;

    /** Whoever waits hears of a pause within this. */
    static final long SILENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int MOST_PAUSES = 1_000;
    private static final int MOST_TOLD = 1_000;

    private final Rule rule;
    private final boolean observed;
    private final Census census;
    private final List<RedisBook> books = new CopyOnWriteArrayList<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong beatNanos;
    private final AtomicReference<Feedback> untold = new AtomicReference<>(Feedback.NONE);
    private final Map<String, Long> pauses = new ConcurrentHashMap<>();
    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private volatile boolean used = true;
    private final AtomicInteger beats = new AtomicInteger();
    private volatile boolean outdated;
    private volatile boolean listens;
    private volatile long tripNanos;

    FleetRule(Rule rule, boolean observed, int expectedProcesses, long nowNanos) {
        this.rule = rule;
        this.observed = observed;
        this.census = new Census(expectedProcesses);
        this.beatNanos = new AtomicLong(nowNanos - BEAT_NANOS);
        this.tripNanos = nowNanos;
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
                || !Feedback.NONE.equals(untold.get()) && nowNanos - tripNanos >= SILENCE_NANOS;
    }

    /** Redis said that a schedule of this rule is paused until then. */
    void pause(Schedule schedule, long untilNanos, long nowNanos) {
        listens = true;
        if (pauses.size() >= MOST_PAUSES) {
            pauses.values().removeIf(until -> until - nowNanos <= 0);
        }
        pauses.put(schedule.key(), untilNanos);
    }

    /** How long a schedule is paused, as far as Redis has said so; 0: it is not. */
    long pausedNanos(Schedule schedule, long nowNanos) {
        Long until = pauses.isEmpty() ? null : pauses.get(schedule.key());
        return until == null ? 0 : Math.max(0, until - nowNanos);
    }

    /** Whether there are pauses and paces, which every decision has to heed. */
    boolean listens() {
        return listens;
    }

    void report(Feedback feedback) {
        listens = true;
        untold.accumulateAndGet(feedback, Feedback::and);
    }

    /** Returns what is to be told, to whoever takes it along. */
    Feedback takeFeedback() {
        return untold.get() == Feedback.NONE ? Feedback.NONE : untold.getAndSet(Feedback.NONE);
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
