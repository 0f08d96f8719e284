package dev.headgate.redis;

import dev.headgate.limiter.TimeMeter;
import dev.headgate.throttle.DaemonThreads;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The daemon that asks when nobody asks: heartbeats of rules that are used, news for those that wait, and what must be told at
 * once. Thread-safe.
 */
final class Upkeep {
    /** While calls wait. */
    private static final long BUSY_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int WARM_UPS = 3;

    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final TimeMeter clock;
    private final Fleet fleet;
    private final Decider decider;
    private final HeldSlots held;
    private final Standby standby;
    private final Notices notices;
    private final KeySecret secret;
    private final long timeoutNanos;
    private long secretNanos;
    private boolean warm;
    private final Thread thread;
    private volatile boolean ended;

    Upkeep(
            TimeMeter clock,
            Fleet fleet,
            Decider decider,
            HeldSlots held,
            Standby standby,
            Notices notices,
            KeySecret secret,
            long timeoutNanos) {
        this.clock = clock;
        this.fleet = fleet;
        this.decider = decider;
        this.held = held;
        this.standby = standby;
        this.notices = notices;
        this.secret = secret;
        this.timeoutNanos = timeoutNanos;
        this.secretNanos = clock.currentTimeNanos();
        this.thread = DaemonThreads.thread("headgate-redis-upkeep", this::run);
    }

    void start() {
        thread.start();
    }

    /** There may be something to do. */
    void wake() {
        LockSupport.unpark(thread);
    }

    void end() {
        ended = true;
        wake();
    }

    private void run() {
        while (!ended) {
            long nanos = IDLE_NANOS;
            try {
                warmUp();
                nanos = step();
            } catch (RuntimeException | Error e) {
                // Short of memory, say: the next step may succeed.
            }
            Parker.park(this, nanos);
        }
    }

    /** Does what is due. Returns after how many nanoseconds something may be. */
    long step() {
        held.dropDue(clock.currentTimeNanos());
        boolean busy = !held.isEmpty();
        if (decider.isUp()) {
            for (FleetRule rule : fleet.rules()) {
                tellOfKeys(rule);
                if (rule.needsTrip(clock.currentTimeNanos())) {
                    ask(rule);
                }
                if (rule.takeLook(clock.currentTimeNanos())) {
                    held.keysOf(rule).forEach(key -> ask(rule, key, look(key)));
                }
                busy |= rule.isRestrained();
            }
        }
        keepSecret();
        return busy ? BUSY_NANOS : IDLE_NANOS;
    }

    private void tellOfKeys(FleetRule rule) {
        for (KeyOrders.Said said : rule.keyOrders().all()) {
            ask(rule, said.schedule(), look(said.schedule()));
        }
    }

    /** The classes that the first decisions need are loaded before anybody waits for one; for that, one rule is as good as all. */
    private void warmUp() {
        Iterator<FleetRule> rules = fleet.rules().iterator();
        if (warm || !decider.isUp() || !rules.hasNext()) {
            return;
        }
        warm = true;
        FleetRule any = rules.next();
        for (int i = 0; i < WARM_UPS; i++) {
            ask(any);
        }
    }

    private void keepSecret() {
        long now = clock.currentTimeNanos();
        if (!decider.isUp() || !secret.isShared() || now - secretNanos < KeySecret.REFRESH_NANOS) {
            return;
        }
        secretNanos = now;
        try {
            secret.agree(decider.send(secret.command()));
        } catch (RedisTroubleException trouble) {
            // It is asked again in a minute, and on each new connection.
        }
    }

    /** Costs nothing, takes nothing, and takes along what there is to tell. */
    private void ask(FleetRule rule) {
        Schedule any = any(rule);
        ask(rule, any, look(any));
    }

    /** Some schedule, to ask after the rule. */
    static Schedule any(FleetRule rule) {
        Schedule lead = rule.lead();
        return lead == null ? rule.books().get(0).any().schedule() : lead;
    }

    /** What asks after a schedule. */
    static Ask look(Schedule schedule) {
        long[] costs = new long[schedule.terms().kinds().size()];
        Arrays.fill(costs, 1);
        return new Ask(List.of(costs), Ask.LOOK);
    }

    private void ask(FleetRule rule, Schedule schedule, Ask look) {
        try {
            decider.decide(List.of(schedule), look, timeoutNanos);
        } catch (RedisTroubleException trouble) {
            if (trouble.isAnswer() && decider.isUp()) {
                notices.refused(rule, trouble, standby);
            }
            // Not at once again.
            rule.travelled(clock.currentTimeNanos());
        }
    }
}
