package dev.headgate.it.benchmarks;

import java.util.List;
import java.util.Locale;

/** The rows as bars: how many times the peer's figure ours is, with the bar where there is one. */
final class Plot {
    private static final int LINE = 22;
    private static final int LEFT = 470;
    private static final int WIDTH = 460;

    private Plot() {}

    static String svg(List<Row> rows) {
        double most = 1;
        for (Row row : rows) {
            most = Math.max(most, Math.max(row.ratio(), Double.isNaN(row.bar()) ? 0 : row.bar()));
        }
        StringBuilder svg = new StringBuilder(8192);
        int height = LINE * (rows.size() + 2);
        svg.append(String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"12\">%n",
                LEFT + WIDTH + 80, height));
        svg.append(String.format(
                "<text x=\"%d\" y=\"15\">ours ÷ other (less is better; the line is the bar)</text>%n", LEFT));
        for (int i = 0; i < rows.size(); i++) {
            Row row = rows.get(i);
            int y = LINE * (i + 1);
            double width = row.ratio() / most * WIDTH;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                            + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                            + "<text x=\"%.1f\" y=\"%d\">%.2f</text>%n",
                    LEFT - 8,
                    y + 15,
                    row.name().replace("&", "&amp;").replace("<", "&lt;"),
                    LEFT,
                    y + 3,
                    width,
                    LINE - 6,
                    row.holds() ? "#4a7fb5" : "#c0504d",
                    LEFT + width + 4,
                    y + 15,
                    row.ratio()));
            if (!Double.isNaN(row.bar())) {
                double x = LEFT + row.bar() / most * WIDTH;
                svg.append(String.format(
                        Locale.ROOT,
                        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#222\" stroke-width=\"2\"/>%n",
                        x,
                        x,
                        y,
                        y + LINE - 2));
            }
        }
        return svg.append("</svg>\n").toString();
    }
}
