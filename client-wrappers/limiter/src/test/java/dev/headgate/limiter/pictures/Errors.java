package dev.headgate.limiter.pictures;

import dev.headgate.limiter.CounterError;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How often a sliding window counter decides otherwise than an exact log, by kind of traffic. */
final class Errors {
    private static final int LEFT = 270;
    private static final int RIGHT = 610;
    private static final int TOP = 84;
    private static final int ROW = 26;
    private static final String ALLOWED = "#d62728";
    private static final String DENIED = "#1f77b4";

    private Errors() {}

    private static Map<String, CounterError> traffic() {
        Map<String, CounterError> rows = new LinkedHashMap<>();
        for (double share : new double[] {0.5, 0.8, 0.9, 1, 1.5, 3}) {
            rows.put("at random, " + share + " x the limit", CounterError.random(share));
        }
        rows.put("bursts of 3 s", CounterError.bursts());
        rows.put("all at a window's end, then a flood", CounterError.allAtTheEnd());
        rows.put("all at a window's start, then a flood", CounterError.allAtTheStart());
        return rows;
    }

    private static double xOf(double percent) {
        return LEFT + (RIGHT - LEFT) * percent / 80;
    }

    static String draw() {
        Map<String, CounterError> rows = traffic();
        double bottom = TOP + ROW * rows.size();
        Svg svg = new Svg(760, (int) bottom + 40, "Error of the sliding window counter");
        svg.text(
                16,
                44,
                "start",
                "100 a minute over 300 minutes, beside an exact log: decisions that differ, and the fullest minute.");
        svg.bar(44, 56, 10, 10, ALLOWED);
        svg.text(60, 66, "start", "admitted, the log would refuse");
        svg.bar(300, 56, 10, 10, DENIED);
        svg.text(316, 66, "start", "refused, the log would admit");
        for (int percent = 0; percent <= 80; percent += 10) {
            svg.line(xOf(percent), TOP - 6, xOf(percent), bottom, Svg.PALE);
            svg.text(xOf(percent), bottom + 16, "middle", percent + " %");
        }
        svg.text(744, TOP - 10, "end", "fullest minute");
        double y = TOP;
        for (Map.Entry<String, CounterError> row : rows.entrySet()) {
            CounterError figures = row.getValue();
            svg.text(LEFT - 10, y + 14, "end", row.getKey());
            double allowed = xOf(figures.allowed());
            svg.bar(LEFT, y + 2, allowed - LEFT, ROW - 10, ALLOWED);
            svg.bar(allowed, y + 2, xOf(figures.denied()) - LEFT, ROW - 10, DENIED);
            svg.text(744, y + 14, "end", String.format(Locale.ROOT, "%.2f x the limit", figures.worst()));
            y += ROW;
        }
        return svg.end();
    }
}
