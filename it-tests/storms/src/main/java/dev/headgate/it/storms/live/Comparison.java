package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Average;
import dev.headgate.it.storms.Figures;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Strategy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * One storm without and with Headgate, each as real programs fared and as the simulation of the same numbers says. Immutable.
 *
 * @param without real programs
 * @param withoutSimulated the same in the simulation
 * @param with real programs under the agent
 * @param withSimulated the same in the simulation
 */
record Comparison(Average without, Average withoutSimulated, Average with, Average withSimulated) {
    private static final double TOLERANCE = 0.2;
    private static final int SEEDS = 5;
    private static final String LINE = "  %-13s %12s %12s   %12s %12s%n";
    private static final Column GOODPUT = new Column("goodput", "%.1f/s", Comparison::goodput);
    private static final Column AMPLIFICATION =
            new Column("amplification", "%.2f", each -> each.mean(Figures::amplification));
    private static final List<Column> COLUMNS = List.of(
            new Column("success", "%.3f", Average::success),
            new Column("recovery_s", "%.0f", Average::recovery),
            new Column("wasted", "%.3f", Average::wasted),
            new Column("peak_after", "%.2f", Average::peakAfter),
            new Column("herd", "%.2f", Average::herd),
            GOODPUT,
            AMPLIFICATION);

    static Comparison of(Scenario scenario, LiveStorm.Pair live) {
        Scenario simulated = scenario.named("-simulated");
        return new Comparison(
                new Average(scenario, Strategy.NAIVE, List.of(live.without().figures())),
                Average.of(simulated, Strategy.NAIVE, SEEDS),
                new Average(scenario, Strategy.HEADGATE, List.of(live.with().figures())),
                Average.of(simulated, Strategy.HEADGATE, SEEDS));
    }

    /** Returns all four, for other reports. */
    List<Average> averages() {
        return List.of(without, with, withoutSimulated, withSimulated);
    }

    /** Returns where goodput or amplification differ from the simulation by more than a fifth; none is well. */
    List<String> misses() {
        List<String> found = new ArrayList<>();
        for (Column column : List.of(GOODPUT, AMPLIFICATION)) {
            column.compare(without, withoutSimulated, "without Headgate", found);
            column.compare(with, withSimulated, "with Headgate", found);
        }
        return found;
    }

    /** Returns the table of this storm. */
    String table() {
        Scenario scenario = without.scenario();
        StringBuilder table = new StringBuilder(String.format(
                Locale.ROOT,
                "%s: %d programs, %.0f calls/s to a downstream of %.0f/s, trouble from second %.0f to %.0f of %d%n",
                scenario.name(),
                scenario.traffic().processes(),
                scenario.callsPerSecond(0),
                scenario.downstream().capacity(),
                scenario.trouble().from(),
                scenario.trouble().to(),
                scenario.seconds()));
        line(table, "", "without", "Headgate", "with", "Headgate");
        line(table, "", "live", "simulated", "live", "simulated");
        for (Column each : COLUMNS) {
            line(
                    table,
                    each.name,
                    each.text(without),
                    each.text(withoutSimulated),
                    each.text(with),
                    each.text(withSimulated));
        }
        return table.toString();
    }

    private static void line(StringBuilder table, Object... cells) {
        table.append(String.format(Locale.ROOT, LINE, cells));
    }

    /** Calls served a second, over the whole time. */
    private static double goodput(Average of) {
        return of.mean(run -> run.history().served().sum()) / of.scenario().seconds();
    }

    /** A figure and how it is written. */
    private record Column(String name, String format, ToDoubleFunction<Average> value) {
        String text(Average of) {
            double number = value.applyAsDouble(of);
            return Double.isInfinite(number) ? "never" : String.format(Locale.ROOT, format, number);
        }

        void compare(Average live, Average simulated, String who, List<String> misses) {
            double expected = value.applyAsDouble(simulated);
            if (Math.abs(value.applyAsDouble(live) - expected) > TOLERANCE * expected) {
                misses.add("missed: " + live.scenario().name() + " " + who + ": " + name + " is " + text(live)
                        + " live and " + text(simulated) + " simulated");
            }
        }
    }
}
