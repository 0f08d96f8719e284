package dev.headgate.it.storms;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;

/**
 * One storm with one strategy and several seeds: means, and what was worst. Immutable.
 *
 * @param scenario the storm
 * @param strategy what the program did against it
 * @param runs one for each seed, in their order
 */
public record Average(Scenario scenario, Strategy strategy, List<Figures> runs) {
    /** The seeds with which nothing was ever tuned begin here. */
    private static final long FIRST_SEED = 70_000;

    public Average {
        runs = List.copyOf(runs);
    }

    /** Runs a storm with as many seeds. The same arguments give the same figures. */
    public static Average of(Scenario scenario, Strategy strategy, int seeds) {
        return new Average(
                scenario,
                strategy,
                LongStream.range(FIRST_SEED, FIRST_SEED + seeds)
                        .parallel()
                        .mapToObj(seed -> Simulation.run(scenario, strategy, seed))
                        .toList());
    }

    public double success() {
        return mean(Figures::success);
    }

    /** Infinite if there is a seed with which it never recovered. */
    public double recovery() {
        return mean(Figures::recovery);
    }

    public double wasted() {
        return mean(Figures::wasted);
    }

    public double peakAfter() {
        return mean(Figures::peakAfter);
    }

    /** The worst of all seeds: a herd is not excused by one that did not come. */
    public double herd() {
        return runs.stream().mapToDouble(Figures::herd).max().orElse(0);
    }

    /** Returns the mean of any figure. */
    public double mean(ToDoubleFunction<Figures> figure) {
        return runs.stream().mapToDouble(figure).average().orElse(0);
    }
}
