package dev.headgate.it.storms;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Rule;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Makes the gate of each process of one fleet. */
final class Gates {
    private static final double TRIP_SECONDS = 0.02;

    /** Redis comes back after the downstream: the release is without it. */
    private static final double LATER_SECONDS = 5;

    private final EventLoop loop;
    private final Scenario scenario;
    private final Supplier<Gate> maker;

    Gates(EventLoop loop, Scenario scenario, Strategy strategy, SplittableRandom random) {
        this.loop = loop;
        this.scenario = scenario;
        double capacity = scenario.downstream().capacity();
        int processes = scenario.traffic().processes();
        List<Bandwidth> limits = scenario.limit().bandwidths(capacity);
        this.maker = switch (strategy.guard()) {
            case NONE -> () -> Gate.OPEN;
            case LOCAL_WHOLE -> local(bucket(capacity, 1), random);
            case LOCAL_SHARE -> local(bucket(capacity, processes), random);
            case LOCAL_SHARE_90 -> local(bucket(capacity * 0.9, processes), random);
            case FLEET_LIMIT -> shared(Rules.limitsOnly(limits), false, random);
            case NOT_ADAPTIVE -> shared(Rules.notAdaptive(limits), false, random);
            case NO_GUESSES -> shared(Rules.noGuesses(limits), false, random);
            case HEADGATE -> shared(Rules.whole(limits), false, random);
            case HEADGATE_MARKED -> shared(Rules.whole(limits), true, random);
        };
    }

    Gate next() {
        return maker.get();
    }

    private static Bandwidth bucket(double perSecond, int processes) {
        return LimitKind.bucket(Math.round(perSecond), Duration.ofSeconds(processes));
    }

    private Supplier<Gate> local(Bandwidth limit, SplittableRandom random) {
        Rule rule = Rules.limitsOnly(List.of(limit));
        return () -> new ThrottleGate(loop, rule, new LocalLedger(loop), 0, false, random.split());
    }

    private Supplier<Gate> shared(Rule rule, boolean marked, SplittableRandom random) {
        SharedLedger fleet = new SharedLedger(loop);
        if (scenario.redis() == RedisState.WELL) {
            return () -> new ThrottleGate(loop, rule, fleet, 0, marked, random.split());
        }
        double trip = scenario.redis() == RedisState.FAR ? TRIP_SECONDS : 0;
        return () -> {
            ProcessLedger ledger =
                    new ProcessLedger(loop, fleet, trip, scenario.traffic().processes(), random.split());
            if (scenario.redis() == RedisState.DEAD) {
                loop.at(scenario.trouble().from(), ledger::lose);
                loop.at(scenario.trouble().to() + LATER_SECONDS, ledger::find);
            }
            return new ThrottleGate(loop, rule, ledger, trip, marked, random.split());
        };
    }
}
