package dev.headgate.it.storms.report;

import dev.headgate.it.storms.Average;
import dev.headgate.it.storms.Figures.History;
import dev.headgate.it.storms.Scenario;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiFunction;

/** The plots of one storm, strategies side by side; lines are of the first seed, bars means. */
final class Pictures {
    private static final int STEP_SECONDS = 2;
    private static final double LONGEST_RECOVERY = 200;

    private Pictures() {}

    /** Returns SVG pictures by name. */
    static Map<String, String> of(List<Average> storm) {
        Map<String, String> pictures = new LinkedHashMap<>();
        pictures.put(
                "goodput",
                lines("calls served a second", storm, (h, seconds) -> h.served().perSecond(0, seconds, STEP_SECONDS)));
        pictures.put(
                "arrivals",
                lines(
                        "attempts that arrive a second",
                        storm,
                        (h, seconds) -> h.arrived().perSecond(0, seconds, STEP_SECONDS)));
        pictures.put("wasted", lines("attempts a second that serve nobody", storm, Pictures::wasted));
        pictures.put("recovery", recovery(storm));
        return pictures;
    }

    private static String lines(String title, List<Average> storm, BiFunction<History, Integer, double[]> values) {
        Scenario scenario = storm.get(0).scenario();
        LineChart chart = new LineChart(title, 0, scenario.seconds());
        chart.trouble(scenario.trouble().from(), scenario.trouble().to());
        chart.capacity(scenario.downstream().capacity());
        for (Average each : storm) {
            History history = each.runs().get(0).history();
            chart.line(each.strategy().label(), Palette.of(each.strategy()), values.apply(history, scenario.seconds()));
        }
        return chart.svg();
    }

    /** An attempt is served a moment after it was sent: over two seconds that hardly shows. */
    private static double[] wasted(History history, int seconds) {
        double[] wasted = history.sent().perSecond(0, seconds, STEP_SECONDS);
        double[] served = history.served().perSecond(0, seconds, STEP_SECONDS);
        for (int i = 0; i < wasted.length; i++) {
            wasted[i] = Math.max(0, wasted[i] - served[i]);
        }
        return wasted;
    }

    private static String recovery(List<Average> storm) {
        BarChart chart = new BarChart("seconds until all is served again", LONGEST_RECOVERY);
        for (Average each : storm) {
            double seconds = each.recovery();
            chart.bar(
                    each.strategy().label(),
                    Palette.of(each.strategy()),
                    seconds,
                    Double.isInfinite(seconds) ? "never" : String.format(Locale.ROOT, "%.1f s", seconds));
        }
        return chart.svg();
    }
}
