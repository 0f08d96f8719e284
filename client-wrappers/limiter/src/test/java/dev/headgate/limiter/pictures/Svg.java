package dev.headgate.limiter.pictures;

import java.util.Locale;

/** A picture as it grows: white, with plain text, so that it can be read on any background. */
final class Svg {
    static final String INK = "#333333";
    static final String PALE = "#dddddd";

    private final StringBuilder text = new StringBuilder();

    Svg(int width, int height, String title) {
        line(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
                        + "font-family=\"sans-serif\" font-size=\"12\" fill=\"%s\">",
                width, height, width, height, INK);
        line("<title>%s</title>", escaped(title));
        line("<rect width=\"%d\" height=\"%d\" fill=\"white\"/>", width, height);
        line("<text x=\"16\" y=\"24\" font-size=\"15\" font-weight=\"bold\">%s</text>", escaped(title));
    }

    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    private static String escaped(String words) {
        return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Text that starts, ends or stands in the middle ({@code anchor}) at x. */
    void text(double x, double y, String anchor, String words) {
        line("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>", x, y, anchor, escaped(words));
    }

    void bar(double x, double y, double width, double height, String colour) {
        line("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>", x, y, width, height, colour);
    }

    void line(double x1, double y1, double x2, double y2, String colour) {
        line("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>", x1, y1, x2, y2, colour);
    }

    /** A line through points of x and y in turn. */
    void path(double[] points, String colour) {
        StringBuilder through = new StringBuilder();
        for (int i = 0; i < points.length; i += 2) {
            through.append(String.format(Locale.ROOT, i == 0 ? "%.1f,%.1f" : " %.1f,%.1f", points[i], points[i + 1]));
        }
        line("<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>", through, colour);
    }

    String end() {
        return text + "</svg>\n";
    }
}
