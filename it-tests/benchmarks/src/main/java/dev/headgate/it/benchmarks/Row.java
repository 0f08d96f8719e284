package dev.headgate.it.benchmarks;

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
    boolean holds() {
        return Double.isNaN(bar) || ratio <= bar;
    }

    String csv() {
        return String.format(
                Locale.ROOT,
                "%s,%.1f,%.1f,%.2f,%s,%s",
                name,
                ours,
                other,
                ratio,
                Double.isNaN(bar) ? "" : String.format(Locale.ROOT, "%.2f", bar),
                Double.isNaN(bar) ? "" : Boolean.toString(holds()));
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%-62s %12.1f %12.1f %7.2f %7s  %s",
                name,
                ours,
                other,
                ratio,
                Double.isNaN(bar) ? "" : String.format(Locale.ROOT, "%.2f", bar),
                Double.isNaN(bar) ? "" : holds() ? "holds" : "DOES NOT HOLD");
    }
}
