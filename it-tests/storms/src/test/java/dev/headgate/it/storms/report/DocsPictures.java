package dev.headgate.it.storms.report;

import dev.headgate.it.storms.Figures;
import dev.headgate.it.storms.Figures.History;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Scenarios;
import dev.headgate.it.storms.Series;
import dev.headgate.it.storms.Simulation;
import dev.headgate.it.storms.Strategy;
import java.util.List;
import java.util.function.Function;

/** The pictures of docs/storms.md. Each is of one seed. */
final class DocsPictures {
    private static final long SEED = 70_000;
    private static final double STEP_SECONDS = 2;
    private static final double TENTH = 0.1;

    private DocsPictures() {}

    /** Calls served in a brown-out and after it. */
    static String served() {
        return overall(
                "calls served a second",
                Scenarios.BROWNOUT,
                List.of(Strategy.NAIVE, Strategy.JITTER, Strategy.HEADGATE),
                History::served);
    }

    /** Attempts that arrive in a brown-out and after it. */
    static String arrived() {
        return overall(
                "attempts that arrive a second",
                Scenarios.BROWNOUT,
                List.of(Strategy.NAIVE, Strategy.JITTER, Strategy.HEADGATE),
                History::arrived);
    }

    /** Attempts that arrive at the moment for which all were told to come back. */
    static String released() {
        Scenario scenario = Scenarios.OUTAGE_DATE;
        double end = scenario.trouble().to();
        LineChart chart = new LineChart("attempts that arrive in 100 ms", end - 4, end + 6);
        chart.trouble(scenario.trouble().from(), end);
        chart.capacity(scenario.downstream().capacity() * TENTH);
        for (Strategy strategy : List.of(Strategy.JITTER_RETRY_AFTER, Strategy.HEADGATE)) {
            double[] values = run(scenario, strategy).history().arrived().perSecond(end - 4, end + 6, TENTH);
            for (int i = 0; i < values.length; i++) {
                values[i] *= TENTH;
            }
            chart.line(name(strategy), Palette.of(strategy), values);
        }
        chart.legend();
        return chart.svg();
    }

    private static String overall(
            String title, Scenario scenario, List<Strategy> strategies, Function<History, Series> what) {
        LineChart chart = new LineChart(title, 0, scenario.seconds());
        chart.trouble(scenario.trouble().from(), scenario.trouble().to());
        chart.capacity(scenario.downstream().capacity());
        for (Strategy strategy : strategies) {
            Series series = what.apply(run(scenario, strategy).history());
            chart.line(name(strategy), Palette.of(strategy), series.perSecond(0, scenario.seconds(), STEP_SECONDS));
        }
        chart.legend();
        return chart.svg();
    }

    private static Figures run(Scenario scenario, Strategy strategy) {
        return Simulation.run(scenario, strategy, SEED);
    }

    private static String name(Strategy strategy) {
        return switch (strategy) {
            case NAIVE -> "at once";
            case JITTER -> "full jitter";
            case JITTER_RETRY_AFTER -> "Retry-After";
            case HEADGATE -> "Headgate";
            default -> strategy.label();
        };
    }
}
