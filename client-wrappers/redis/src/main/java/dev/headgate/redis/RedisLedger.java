package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Charge;
import dev.headgate.throttle.DaemonThreads;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Pace;
import dev.headgate.throttle.Request;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The ledger on Redis: one limit for every process that shares a prefix and a rule's name. Where Redis does not decide within its
 * time-out, the rule's {@code on-failure} does; no trouble of Redis reaches a caller in another way. Thread-safe.
 *
 * <pre>{@code
 * RedisLedger ledger = RedisLedger.of(settings, OptionalLong.empty(), TimeMeter.SYSTEM_NANOTIME, journal);
 * Machinery machinery = Machinery.builder().keySecret(ledger.keySecret()).build();
 * Throttles throttles = new Throttles(rules, machinery, ledger);
 * ledger.start();
 * }</pre>
 */
public final class RedisLedger implements Ledger, AutoCloseable {
    /** Longer waits mean the same, and scripts hold this exactly. */
    private static final long MOST_MICROS = 1L << 50;

    private final RedisSettings settings;
    private final long revision;
    private final TimeMeter clock;
    private final RandomGenerator random;
    private final LocalLedger locals;
    private final Fleet fleet;
    private final Decider decider;
    private final Standby standby;
    private final Notices notices;
    private final KeySecret secret;
    private final Refusals refusals = new Refusals();
    private final HeldSlots held = new HeldSlots();
    private final Upkeep upkeep;
    private final Grants grants;
    private final long timeoutNanos;
    private final AtomicReference<@Nullable Thread> exit = new AtomicReference<>();

    RedisLedger(
            RedisSettings settings,
            long revision,
            TimeMeter clock,
            RandomGenerator random,
            Fleet fleet,
            Notices notices,
            KeySecret secret,
            Decider decider) {
        this.settings = settings;
        this.revision = revision;
        this.clock = clock;
        this.random = random;
        this.fleet = fleet;
        this.notices = notices;
        this.secret = secret;
        this.decider = decider;
        this.locals = new LocalLedger(clock, random);
        this.standby = new Standby(locals, decider, settings.sharePercent());
        this.timeoutNanos = TimeUnit.MILLISECONDS.toNanos(settings.timeoutMillis());
        this.upkeep = new Upkeep(clock, fleet, decider, held, standby, notices, secret, timeoutNanos);
        this.grants = new Grants(clock, decider, held, refusals, notices, upkeep::wake);
    }

    /**
     * Makes a ledger that has no threads yet and asks nobody.
     *
     * @param revision of the file, if it has one: the latest in the fleet holds for all
     * @param clock the throttle's
     * @param journal where trouble with Redis is told
     */
    public static RedisLedger of(RedisSettings settings, OptionalLong revision, TimeMeter clock, Journal journal) {
        return new RedisConnection(settings, clock, journal).ledger(revision.orElse(0));
    }

    /** Returns the secret under which the fleet hashes the values of keys: asked for each key, never blocks. */
    public Supplier<byte[]> keySecret() {
        return secret;
    }

    /** Connects, on daemon threads. To be called once, when all budgets are open; what is decided before is decided without Redis. */
    public void start() {
        decider.start();
        upkeep.start();
        Thread hook = DaemonThreads.thread("headgate-redis-exit", this::giveBack);
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            exit.set(hook);
        } catch (IllegalStateException endsAlready) {
            // Nobody will wait much longer.
        }
    }

    /** Gives back what calls of this process still wait for, and asks Redis no more: later calls are decided as in an outage. */
    @Override
    public void close() {
        Thread hook = exit.getAndSet(null);
        if (hook != null) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException endsAlready) {
                return;
            }
        }
        giveBack();
    }

    private void giveBack() {
        upkeep.end();
        held.giveBack(decider, clock.currentTimeNanos());
        decider.close();
    }

    /** Returns in one sentence, without the full stop, whether Redis answers. For a person; at any time, and quick. */
    public String state() {
        return notices.state();
    }

    /** Does what is due when nobody asks; returns after how many nanoseconds something may be. */
    long step() {
        return upkeep.step();
    }

    void lost(RedisTroubleException why) {
        notices.lost(why, standby);
    }

    void found() {
        refusals.clear();
        notices.found();
        upkeep.wake();
    }

    @Override
    public Book open(Budget budget) {
        FleetRule rule = fleet.rule(budget, clock.currentTimeNanos());
        Share region = Share.of(settings.sharePercent(), 1);
        Schedules schedules = new Schedules(
                settings.prefix(),
                budget.rule().name(),
                budget.key().stream().map(Object::toString).toList(),
                RedisBook.limits(budget, region),
                revision);
        RedisBook book = new RedisBook(budget, rule, schedules, locals, region, timeoutNanos, random);
        rule.add(book);
        if (budget.isLead()) {
            rule.lead(book.any().schedule());
        }
        if (!budget.key().isEmpty()) {
            secret.need();
        }
        return book;
    }

    @Override
    public Answer decide(Request request, long maxWaitNanos) {
        long now = clock.currentTimeNanos();
        if (Holdups.isOnlyLed(request, now)) {
            grants.admitted(request);
            return Answer.GO;
        }
        Answer.Refusal known = refusals.find(request, now, maxWaitNanos);
        known = known == null ? Holdups.refusal(request, now, maxWaitNanos) : known;
        known = known == null ? Watch.refusal(request, maxWaitNanos) : known;
        if (known != null) {
            return known;
        }
        try {
            // Whoever may not wait is decided within the time-out all the same.
            long patience = maxWaitNanos == 0 ? timeoutNanos : maxWaitNanos;
            Decision decision = ask(request, Math.min(MOST_MICROS, maxWaitNanos / Grants.NANOS_PER_MICRO), patience);
            return grants.answer(request, decision, now, maxWaitNanos);
        } catch (RedisTroubleException trouble) {
            tell(request, trouble);
            long after = clock.currentTimeNanos();
            return standby.decide(request, after, Math.max(0, maxWaitNanos - (after - now)));
        }
    }

    private Decision ask(Request request, long what, long patienceNanos) throws RedisTroubleException {
        List<Charge> charges = request.charges();
        List<Schedule> schedules = new ArrayList<>(charges.size());
        List<long[]> costs = new ArrayList<>(charges.size());
        for (int i = 0; i < charges.size(); i++) {
            Charge charge = charges.get(i);
            RedisAccount account = RedisAccount.of(charge);
            account.book().rule().use();
            schedules.add(account.schedule());
            costs.add(charge.costs());
        }
        return decider.decide(schedules, new Ask(costs, what), patienceNanos);
    }

    @Override
    public long comeBackNanos(Request request) {
        if (Holdups.isFree(request)) {
            return 0;
        }
        try {
            return ask(request, Ask.LOOK, timeoutNanos) instanceof Decision.Refused refused
                    ? Grants.nanos(refused.comeBackMicros())
                    : 0;
        } catch (RedisTroubleException trouble) {
            tell(request, trouble);
            return standby.comeBackNanos(request, clock.currentTimeNanos());
        }
    }

    @Override
    public boolean cancel(Answer.Slot slot) {
        if (!(slot.ticket() instanceof HeldSlot mine)) {
            return locals.cancel(slot);
        }
        if (!held.remove(mine)) {
            return false;
        }
        if (mine.isDue(clock.currentTimeNanos())) {
            mine.use();
            return false;
        }
        refusals.forget(mine.account());
        mine.giveBack(decider);
        return true;
    }

    @Override
    public void owe(Request request) {
        try {
            ask(request, Ask.OWE, timeoutNanos);
            grants.owed(request);
        } catch (RedisTroubleException trouble) {
            tell(request, trouble);
            standby.owe(request, clock.currentTimeNanos());
        }
    }

    @Override
    public void report(Request request, Feedback feedback) {
        locals.report(request, feedback);
        boolean urgent = Reports.hear(request, feedback, decider.isUp(), clock.currentTimeNanos());
        if (feedback.keyPauseNanos() > 0 || feedback.rulePauseNanos() > 0) {
            refusals.clear();
        }
        if (urgent) {
            upkeep.wake();
        }
    }

    @Override
    public long pausedNanos(Request request, List<Answer.Slot> slots) {
        return Math.max(
                locals.pausedNanos(request, slots), Holdups.pausedNanos(request, slots, clock.currentTimeNanos()));
    }

    @Override
    public Pace paceOf(Request request) {
        FleetRule own = Reports.ownRule(request);
        return own == null || !decider.isUp() ? locals.paceOf(request) : own.paceNow(clock.currentTimeNanos());
    }

    private void tell(Request request, RedisTroubleException trouble) {
        notices.countHere();
        if (decider.isUp() && trouble.isAnswer()) {
            notices.refused(FleetRule.of(request.charges().get(0)), trouble, standby);
        }
    }
}
