package dev.headgate.throttle;

import dev.headgate.api.CallContext;
import dev.headgate.testkit.ManualBench;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Rules on a manual clock, whose ledger is told what became of calls. */
final class PacedBench {
    static final long MILLI = 1_000_000;

    final ManualBench bench;

    /** When calls went, in nanoseconds since the start. */
    final List<Long> gone = new ArrayList<>();

    final List<Rejection> rejected = new ArrayList<>();
    private LocalLedger ledger;

    PacedBench(Rule... rules) {
        this(null, rules);
    }

    PacedBench(@Nullable RandomGenerator random, Rule... rules) {
        bench = new ManualBench(
                1_000,
                Runnable::run,
                clock -> {
                    ledger = random == null ? new LocalLedger(clock) : new LocalLedger(clock, random);
                    return ledger;
                },
                rules);
    }

    LocalLedger ledger() {
        return ledger;
    }

    Demand demand(String rule) {
        return Objects.requireNonNull(((RuleThrottle) bench.throttle(rule)).code(1));
    }

    Demand demandOf(String rule, String tenant) {
        try (CallContext.Scope scope = CallContext.put("tenant", tenant)) {
            return demand(rule);
        }
    }

    static Request request(Demand demand) {
        return Objects.requireNonNull(((Call) demand).request());
    }

    void report(Demand demand, Feedback feedback) {
        ledger.report(request(demand), feedback);
    }

    void pause(String rule, long millis) {
        report(demand(rule), new Feedback(0, 1, 0, millis * MILLI));
    }

    void served(String rule, int calls) {
        report(demand(rule), new Feedback(calls, 0, 0, 0));
    }

    void overloaded(String rule, int calls) {
        report(demand(rule), new Feedback(0, calls, 0, 0));
    }

    Pace pace(String rule) {
        return ledger.paceOf(request(demand(rule)));
    }

    long millis() {
        return bench.clock.elapsedMillis();
    }

    /** So many calls a second, evenly, that are all served. */
    void warmUp(String rule, int perSecond, int seconds) {
        for (int i = 0; i < perSecond * seconds; i++) {
            call(demand(rule));
            bench.clock.advance(1_000 * MILLI / perSecond);
        }
        if (!rejected.isEmpty() || gone.size() != perSecond * seconds) {
            throw new AssertionError(gone.size() + " went, rejected " + rejected);
        }
        gone.clear();
    }

    /** Asks, and notes when the call goes or that it does not. */
    Scheduled call(Demand demand) {
        Scheduled scheduled = demand.schedule(null, Long.MAX_VALUE);
        if (scheduled.rejection() != null) {
            rejected.add(scheduled.rejection());
        } else if (scheduled.waitNanos() <= 0) {
            gone.add(bench.clock.elapsed());
        } else {
            scheduled.onSlot(new Scheduled.Continuation() {
                @Override
                public void admitted() {
                    gone.add(bench.clock.elapsed());
                }

                @Override
                public void rejected(Rejection rejection) {
                    rejected.add(rejection);
                }
            });
        }
        return scheduled;
    }
}
