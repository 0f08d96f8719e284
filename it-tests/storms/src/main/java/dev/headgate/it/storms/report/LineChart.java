package dev.headgate.it.storms.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines over time as an SVG picture, with the time of the trouble shaded and a level marked. */
final class LineChart {
    private static final int WIDTH = 460;
    private static final int HEIGHT = 230;
    private static final int LEFT = 48;
    private static final int RIGHT = 18;
    private static final int TOP = 26;
    private static final int BOTTOM = 24;
    private static final int TICKS = 5;
    private static final int NAME = 78;

    private final String title;
    private final double from;
    private final double to;
    private final List<Line> lines = new ArrayList<>();
    private double most = 1;
    private String shade = "";
    private String level = "";
    private boolean named;
    private double levelAt;

    private record Line(String name, String colour, double[] values) {}

    /**
     * Starts a picture.
     *
     * @param from where it begins, in seconds
     * @param to where it ends
     */
    LineChart(String title, double from, double to) {
        this.title = title;
        this.from = from;
        this.to = to;
    }

    void line(String name, String colour, double[] values) {
        lines.add(new Line(name, colour, values.clone()));
        for (double value : values) {
            most = Math.max(most, value);
        }
    }

    /** Writes the names of the lines into the picture, for one that stands alone. */
    void legend() {
        named = true;
    }

    void trouble(double begin, double end) {
        double x = x(Math.max(from, begin));
        shade = String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"#fbe3e0\"/>%n",
                x,
                TOP,
                x(Math.min(to, end)) - x,
                HEIGHT - TOP - BOTTOM);
    }

    /** Marks what the downstream can serve. */
    void capacity(double perSecond) {
        levelAt = perSecond;
        level = "capacity";
        most = Math.max(most, perSecond);
    }

    String svg() {
        most = TICKS * round(most / TICKS);
        StringBuilder svg = new StringBuilder(16_384);
        svg.append(String.format(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" "
                        + "font-family=\"sans-serif\" font-size=\"10\">%n<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>%n%s"
                        + "<text x=\"%d\" y=\"15\" font-size=\"12\">%s</text>%n",
                WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT, shade, LEFT, title));
        axes(svg);
        for (Line line : lines) {
            draw(svg, line);
        }
        if (named) {
            names(svg);
        }
        return svg.append("</svg>\n").toString();
    }

    private void axes(StringBuilder svg) {
        for (int i = 0; i <= TICKS; i++) {
            double value = most * i / TICKS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#e4e4e4\"/>"
                            + "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%.0f</text>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y(value),
                    y(value),
                    LEFT - 4,
                    y(value) + 3,
                    value));
            double second = from + (to - from) * i / TICKS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%.0f s</text>%n",
                    x(second),
                    HEIGHT - 8,
                    second));
        }
        if (!level.isEmpty()) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#222\" stroke-dasharray=\"4 3\"/>"
                            + "<text x=\"%d\" y=\"%.1f\">%s</text>%n",
                    LEFT,
                    WIDTH - RIGHT,
                    y(levelAt),
                    y(levelAt),
                    LEFT + 3,
                    y(levelAt) - 3,
                    level));
        }
    }

    /** Returns the next number that is a whole one of its first digit, or a half. */
    private static double round(double step) {
        double digit = Math.pow(10, Math.floor(Math.log10(step)));
        return Math.ceil(2 * step / digit) / 2 * digit;
    }

    private void draw(StringBuilder svg, Line line) {
        svg.append("<polyline fill=\"none\" stroke-width=\"1.4\" stroke=\"")
                .append(line.colour)
                .append("\" points=\"");
        double step = (to - from) / line.values.length;
        for (int i = 0; i < line.values.length; i++) {
            svg.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(from + (i + 0.5) * step), y(line.values[i])));
        }
        svg.append("\"><title>").append(line.name).append("</title></polyline>\n");
    }

    private void names(StringBuilder svg) {
        for (int i = 0; i < lines.size(); i++) {
            Line line = lines.get(i);
            int right = WIDTH - RIGHT - (lines.size() - 1 - i) * NAME;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"15\" text-anchor=\"end\" font-size=\"11\" fill=\"%s\">%s</text>%n",
                    right,
                    line.colour,
                    line.name));
        }
    }

    private double x(double second) {
        return LEFT + (second - from) / (to - from) * (WIDTH - LEFT - RIGHT);
    }

    private double y(double value) {
        return HEIGHT - BOTTOM - value / most * (HEIGHT - TOP - BOTTOM);
    }
}
