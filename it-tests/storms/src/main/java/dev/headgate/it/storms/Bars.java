package dev.headgate.it.storms;

import java.util.ArrayList;
import java.util.List;

/** What every storm must come to with Headgate. */
public final class Bars {
    private static final Bounds BROWNOUT_ONCE =
            Bounds.NONE.success(0.86).recovery(25).wasted(0.028).peakAfter(1.25);
    private static final Bounds BROWNOUT_MEAN =
            Bounds.NONE.success(0.88).recovery(15).wasted(0.025).peakAfter(1.15);
    private static final Bounds WIDE_LIMIT_MEAN =
            Bounds.NONE.success(0.85).recovery(15).wasted(0.025).peakAfter(1.15);
    private static final Bounds ORDERED_ONCE =
            Bounds.NONE.success(0.86).recovery(15).wasted(0.01).peakAfter(1.25).herd(1);
    private static final Bounds ORDERED_MEAN =
            Bounds.NONE.success(0.88).recovery(15).wasted(0.01).peakAfter(1.15).herd(1);
    private static final Bounds OUTAGE_ONCE =
            Bounds.NONE.success(0.84).recovery(25).wasted(0.015).peakAfter(1.25);
    private static final Bounds OUTAGE_MEAN =
            Bounds.NONE.success(0.85).recovery(19).wasted(0.01).peakAfter(1.15);

    private Bars() {}

    /** Returns all. */
    public static List<Bar> all() {
        List<Bar> bars = new ArrayList<>();
        for (Scenario each : Scenarios.limits(Scenarios.BROWNOUT)) {
            bars.add(ours(each, BROWNOUT_ONCE, each.limit().ofCapacity() > 1 ? WIDE_LIMIT_MEAN : BROWNOUT_MEAN));
        }
        for (Scenario each : Scenarios.limits(Scenarios.OUTAGE_RETRY_AFTER)) {
            bars.add(ours(each, ORDERED_ONCE, ORDERED_MEAN));
        }
        for (Scenario each : Scenarios.fleets(Scenarios.BROWNOUT)) {
            bars.add(ours(each, BROWNOUT_ONCE.fairness(0.99), BROWNOUT_MEAN.fairness(0.99)));
        }
        for (Scenario each : Scenarios.fleets(Scenarios.OUTAGE_RETRY_AFTER)) {
            bars.add(ours(each, ORDERED_ONCE.fairness(0.99), ORDERED_MEAN.fairness(0.99)));
        }
        bars.addAll(others());
        bars.addAll(casesOfThePacer());
        bars.addAll(troubleWithRedis());
        return bars;
    }

    private static List<Bar> others() {
        Scenario fixed = Scenarios.OUTAGE.limit(LimitKind.FIXED_WINDOW, 1).named("-fixed-window");
        Bounds full = Bounds.NONE.success(0.66).wasted(0.005);
        Bounds unknownQuota = Bounds.NONE.success(0.56).wasted(0.04);
        Bounds surge = Bounds.NONE.success(0.84).recovery(5);
        Bounds unknownSurge =
                Bounds.NONE.success(0.77).recovery(15).wasted(0.065).peakAfter(1.5);
        Bounds refusedEarly =
                Bounds.NONE.success(0.88).recovery(15).wasted(0.04).peakAfter(1.35);
        Bounds slow = Bounds.NONE.success(0.88).recovery(20).wasted(0.035).peakAfter(1.25);
        return List.of(
                ours(Scenarios.OUTAGE, OUTAGE_ONCE, OUTAGE_MEAN),
                ours(withoutLimit(Scenarios.OUTAGE), OUTAGE_ONCE, OUTAGE_MEAN),
                ours(fixed, OUTAGE_ONCE, OUTAGE_MEAN),
                ours(Scenarios.OUTAGE_DATE, ORDERED_ONCE, ORDERED_MEAN),
                ours(Scenarios.SURGE, surge, surge),
                ours(withoutLimit(Scenarios.SURGE), unknownSurge, unknownSurge),
                ours(Scenarios.QUOTA, full, full),
                ours(withoutLimit(Scenarios.QUOTA), unknownQuota, unknownQuota),
                ours(Scenarios.SHED, refusedEarly, refusedEarly),
                ours(Scenarios.SLOW_BROWNOUT, slow, slow),
                ours(withoutLimit(Scenarios.SLOW_BROWNOUT), slow, slow),
                new Bar(
                        Scenarios.LONG_OUTAGE,
                        Strategy.HEADGATE_MARKED,
                        Bounds.NONE.recovery(10),
                        Bounds.NONE.recovery(10)));
    }

    /** Each of these once broke a rule of the pacer that looked well elsewhere. */
    private static List<Bar> casesOfThePacer() {
        Bounds quiet = Bounds.NONE.success(0.99);
        Bounds noisy = Bounds.NONE.success(0.85);
        Bounds cold = Bounds.NONE.success(0.78).recovery(30);
        return List.of(
                ours(Scenarios.SPENT, ORDERED_ONCE, ORDERED_MEAN),
                ours(withoutLimit(Scenarios.SPENT), ORDERED_ONCE, ORDERED_MEAN),
                ours(Scenarios.noise(1), quiet, quiet),
                ours(Scenarios.noise(5), quiet, quiet),
                ours(Scenarios.noise(20), noisy, noisy),
                ours(Scenarios.NOISY_START, quiet, quiet),
                ours(withoutLimit(Scenarios.NOISY_START), quiet, quiet),
                ours(withoutLimit(Scenarios.COLD_START), cold, cold),
                ours(
                        Scenarios.LOW_TRAFFIC,
                        Bounds.NONE.success(0.84).recovery(25),
                        Bounds.NONE.success(0.86).recovery(20)),
                ours(
                        withoutLimit(Scenarios.LOW_TRAFFIC),
                        Bounds.NONE.success(0.72).recovery(70),
                        Bounds.NONE.success(0.75).recovery(55)));
    }

    /** On its share a process sees few results: it wastes more, and it may be served less. */
    private static List<Bar> troubleWithRedis() {
        Bounds untroubled = Bounds.NONE.success(0.98).peakAfter(1.2);
        Bounds shares = Bounds.NONE.success(0.8).recovery(35).wasted(0.08).peakAfter(1.25);
        Bounds ordered = Bounds.NONE
                .success(0.86)
                .recovery(15)
                .wasted(0.01)
                .peakAfter(1.25)
                .herd(1);
        return List.of(
                ours(Scenarios.REDIS_FAR, BROWNOUT_ONCE.wasted(0.035), BROWNOUT_MEAN.wasted(0.03)),
                ours(Scenarios.REDIS_DEAD, untroubled, untroubled),
                ours(Scenarios.REDIS_DEAD_BROWNOUT, shares, shares),
                ours(Scenarios.REDIS_DEAD_DATE, ordered, ordered));
    }

    private static Scenario withoutLimit(Scenario scenario) {
        return scenario.limit(LimitKind.NONE, 1).named("-none");
    }

    private static Bar ours(Scenario scenario, Bounds once, Bounds mean) {
        return new Bar(scenario, Strategy.HEADGATE, once, mean);
    }
}
