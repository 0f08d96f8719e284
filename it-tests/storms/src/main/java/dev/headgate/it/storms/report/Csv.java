package dev.headgate.it.storms.report;

import dev.headgate.it.storms.Average;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The table for machines. What never recovered has a recovery of {@code Infinity}. */
public final class Csv {
    private static final String HEADER = "scenario,strategy,success,recovery_s,wasted,peak_after,herd";

    private Csv() {}

    /** Returns its lines, one for each storm and strategy. */
    public static List<String> lines(List<Average> averages) {
        List<String> lines = new ArrayList<>(List.of(HEADER));
        for (Average each : averages) {
            lines.add(String.format(
                    Locale.ROOT,
                    "%s,%s,%.4f,%s,%.4f,%.3f,%.3f",
                    each.scenario().name(),
                    each.strategy().label(),
                    each.success(),
                    recovery(each.recovery()),
                    each.wasted(),
                    each.peakAfter(),
                    each.herd()));
        }
        return lines;
    }

    private static String recovery(double seconds) {
        return Double.isInfinite(seconds) ? "Infinity" : String.format(Locale.ROOT, "%.1f", seconds);
    }
}
