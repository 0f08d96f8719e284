package dev.headgate.it.storms;

import dev.headgate.limiter.Bandwidth;
import dev.headgate.throttle.Ledger;
import dev.headgate.throttle.LocalLedger;
import dev.headgate.throttle.Rule;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/** Makes the gate of each process of one fleet. */
final class Gates {
    private final EventLoop loop;
    private final Supplier<Gate> maker;

    Gates(EventLoop loop, Scenario scenario, Strategy strategy, SplittableRandom random) {
        this.loop = loop;
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
        Ledger ledger = new SharedLedger(loop);
        return () -> new ThrottleGate(loop, rule, ledger, 0, marked, random.split());
    }
}
