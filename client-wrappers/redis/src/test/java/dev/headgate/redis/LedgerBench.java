package dev.headgate.redis;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Answer;
import dev.headgate.throttle.Backoff;
import dev.headgate.throttle.Budget;
import dev.headgate.throttle.Feedback;
import dev.headgate.throttle.Journal;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.Limit;
import dev.headgate.throttle.Machinery;
import dev.headgate.throttle.Mode;
import dev.headgate.throttle.OnFailure;
import dev.headgate.throttle.Pace;
import dev.headgate.throttle.Reject;
import dev.headgate.throttle.Request;
import dev.headgate.throttle.Rule;
import dev.headgate.throttle.Store;
import dev.headgate.throttle.Throttles;
import dev.headgate.throttle.key.KeyPart;
import dev.headgate.throttle.match.Match;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Function;

/** A ledger of one process before a Redis that the test plays, with rules whose requests it can be asked. For one thread. */
final class LedgerBench<D extends Decider> {
    static final long MILLI = 1_000_000;
    static final int EXPECTED = 20;
    private static final int NONE = -1;

    final ManualClock clock;
    final D decider;
    final Fleet fleet;
    final List<String> said = new ArrayList<>();
    final Notices notices;
    final KeySecret secret = new KeySecret(null, "hg");
    final RedisLedger ledger;
    private final Throttles throttles;
    private Request caught;
    private int given = NONE;

    LedgerBench(ManualClock clock, D decider, Rule... rules) {
        this(clock, any -> decider, 100, rules);
    }

    LedgerBench(ManualClock clock, Function<Fleet, D> deciders, int percent, Rule... rules) {
        this.clock = clock;
        this.fleet = new Fleet("hg", EXPECTED, percent);
        this.decider = deciders.apply(fleet);
        this.notices = new Notices(journal(), clock, fleet);
        RedisSettings settings =
                new RedisSettings(() -> RedisAddress.parse("redis://r:1"), "hg", 50, false, EXPECTED, percent, null);
        this.ledger = new RedisLedger(settings, 0, clock, new SplittableRandom(7), fleet, notices, secret, decider);
        Machinery machinery = Machinery.builder()
                .clock(clock)
                .journal(journal())
                .keySecret(secret)
                .continuations(Runnable::run)
                .build();
        this.throttles = new Throttles(List.of(rules), machinery, new Catching());
    }

    private Journal journal() {
        return new Journal() {
            @Override
            public void info(String message) {
                said.add(message);
            }

            @Override
            public void warn(String id, String message) {
                said.add(id + " " + message);
            }
        };
    }

    static Rule rule(String name, OnFailure onFailure, Bandwidth... limits) {
        return rule(name, onFailure, List.of(), limits);
    }

    static Rule rule(String name, OnFailure onFailure, List<String> also, Bandwidth... limits) {
        List<Limit> all = new ArrayList<>();
        for (Bandwidth limit : limits) {
            all.add(new Limit(limit, limit.toString(), List.of(), null));
        }
        Match any = new Match(List.of(), Set.of(), List.of(), List.of(), List.of());
        List<KeyPart> key = name.startsWith("keyed") ? List.of(KeyPart.parse("context:tenant")) : List.of();
        return new Rule(
                name,
                "headgate.yml:3:3",
                name.startsWith("observed") ? Mode.OBSERVE : Mode.ENFORCE,
                any,
                all,
                key,
                10,
                1_000 * MILLI,
                64,
                also,
                Store.REDIS,
                onFailure,
                Backoff.DEFAULT,
                null,
                Reject.EXCEPTION);
    }

    static Bandwidth log(long tokens, Duration period) {
        return Bandwidth.builder().slidingWindowLog(tokens, period).build();
    }

    /** What a call of a rule asks for. */
    Request request(String rule) {
        throttles.downstream(rule).tryAcquire();
        return Objects.requireNonNull(caught);
    }

    /** What is left to ask for once a call has its slot for one of its charges. */
    Request requestWithout(String rule, int charge) {
        given = charge;
        throttles.downstream(rule).tryAcquire();
        return Objects.requireNonNull(caught);
    }

    Answer decide(String rule, long waitMillis) {
        return ledger.decide(request(rule), waitMillis * MILLI);
    }

    FleetRule fleetRule(String rule) {
        return ((RedisAccount) request(rule).charges().get(0).account()).book().rule();
    }

    /** Lets nothing through to the ledger but what opens its books. */
    private final class Catching implements Ledger {
        @Override
        public Book open(Budget budget) {
            return ledger.open(budget);
        }

        @Override
        public Answer decide(Request request, long maxWaitNanos) {
            caught = request;
            int slot = given;
            given = NONE;
            return slot == NONE ? Answer.GO : new Answer.Slot(clock.currentTimeNanos(), slot, "a slot");
        }

        @Override
        public long comeBackNanos(Request request) {
            return 0;
        }

        @Override
        public boolean cancel(Answer.Slot slot) {
            return false;
        }

        @Override
        public void owe(Request request) {}

        @Override
        public void report(Request request, Feedback feedback) {}

        @Override
        public long pausedNanos(Request request, List<Answer.Slot> held) {
            return 0;
        }

        @Override
        public Pace paceOf(Request request) {
            return Pace.NONE;
        }
    }
}
