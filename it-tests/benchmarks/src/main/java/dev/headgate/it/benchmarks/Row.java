package dev.headgate.it.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/**
 * One line of the report.
 *
 * @param name what is compared
 * @param ours our figure
 * @param other the peer's
 * @param ratio ours ÷ other, median of the rounds
 * @param bar what the ratio may be at most; NaN where there is no bar
 */
record Row(String name, double ours, double other, double ratio, double bar) {
    /** What the bar is where there is none. */
    static final double NO_BAR = Double.NaN;

    /** Compares within each round, then takes the median. */
    static Row ofRounds(String name, double[] ours, double[] other, double bar) {
        double[] ratios = new double[ours.length];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = ours[round] / other[round];
        }
        return new Row(name, median(ours), median(other), median(ratios), bar);
    }

    /** Against a figure that is known: it may be reached, not passed. */
    static Row atMost(String name, double ours, double most) {
        return new Row(name, ours, most, ours / most, 1);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    boolean holds() {
        return Double.isNaN(bar) || ratio <= bar;
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%.2f,%.2f,%.3f,%s,%s",
                name,
                ours,
                other,
                ratio,
                Double.isNaN(bar) ? "" : String.format(Locale.ROOT, "%.3f", bar),
                Double.isNaN(bar) ? "" : Boolean.toString(holds()));
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%-88s %13.2f %13.2f %8.3f %7s  %s",
                name,
                ours,
                other,
                ratio,
                Double.isNaN(bar) ? "" : String.format(Locale.ROOT, "%.3f", bar),
                Double.isNaN(bar) ? "" : holds() ? "holds" : "DOES NOT HOLD");
    }
}
