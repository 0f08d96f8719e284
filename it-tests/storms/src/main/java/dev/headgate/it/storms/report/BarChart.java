package dev.headgate.it.storms.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One bar for each strategy as an SVG picture. */
final class BarChart {
    private static final int LINE = 20;
    private static final int LEFT = 130;
    private static final int WIDTH = 460;
    private static final int ROOM = 60;

    private final String title;
    private final List<Bar> bars = new ArrayList<>();
    private final double most;

    private record Bar(String name, String colour, double value, String text) {}

    /** @param most where the longest bar ends; what is longer, or endless, ends there, too */
    BarChart(String title, double most) {
        this.title = title;
        this.most = most;
    }

    void bar(String name, String colour, double value, String text) {
        bars.add(new Bar(name, colour, value, text));
    }

    String svg() {
        int height = LINE * (bars.size() + 1) + 10;
        StringBuilder svg = new StringBuilder(2_048);
        svg.append(String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                        + "font-family=\"sans-serif\" font-size=\"11\">%n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>%n"
                        + "<text x=\"%d\" y=\"14\" font-size=\"12\">%s</text>%n",
                WIDTH, height, WIDTH, height, WIDTH, height, LEFT, title));
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            int y = LINE * (i + 1);
            double width = Math.min(1, bar.value / most) * (WIDTH - LEFT - ROOM);
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>"
                            + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>"
                            + "<text x=\"%.1f\" y=\"%d\">%s</text>%n",
                    LEFT - 6,
                    y + 13,
                    bar.name,
                    LEFT,
                    y + 2,
                    width,
                    LINE - 5,
                    bar.colour,
                    LEFT + width + 4,
                    y + 13,
                    bar.text));
        }
        return svg.append("</svg>\n").toString();
    }
}
