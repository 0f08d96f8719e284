package dev.headgate.limiter.pictures;

import java.util.ArrayList;
import java.util.List;

/** Bars over time, one panel below the other, all on one scale. */
final class Panels {
    private static final int WIDTH = 760;
    private static final int LEFT = 60;
    private static final int TOP = 64;
    private static final int PANEL = 96;
    private static final int BARS = 62;

    private final String title;
    private final String subtitle;
    private final double seconds;
    private final List<Panel> panels = new ArrayList<>();

    private static final class Panel {
        final String name;
        final String note;
        final int[] counts;
        final String colour;

        Panel(String name, String note, int[] counts, String colour) {
            this.name = name;
            this.note = note;
            this.counts = counts;
            this.colour = colour;
        }
    }

    Panels(String title, String subtitle, double seconds) {
        this.title = title;
        this.subtitle = subtitle;
        this.seconds = seconds;
    }

    void add(String name, String note, int[] counts, String colour) {
        panels.add(new Panel(name, note, counts, colour));
    }

    String draw() {
        int most = 1;
        for (Panel panel : panels) {
            for (int count : panel.counts) {
                most = Math.max(most, count);
            }
        }
        Svg svg = new Svg(WIDTH, TOP + PANEL * panels.size() + 24, title);
        svg.text(16, 44, "start", subtitle);
        for (int i = 0; i < panels.size(); i++) {
            draw(svg, panels.get(i), TOP + PANEL * i, most);
        }
        double bottom = TOP + PANEL * panels.size() + 4;
        for (double second = 0; second <= seconds; second += 0.5) {
            svg.text(xOf(second), bottom, "middle", second + " s");
        }
        return svg.end();
    }

    private double xOf(double second) {
        return LEFT + (WIDTH - LEFT - 30) * second / seconds;
    }

    private void draw(Svg svg, Panel panel, double top, int most) {
        double base = top + 18 + BARS;
        svg.text(LEFT, top + 12, "start", panel.name);
        svg.text(WIDTH - 30, top + 12, "end", panel.note);
        for (double second = 0; second <= seconds; second += 0.5) {
            svg.line(xOf(second), top + 18, xOf(second), base, Svg.PALE);
        }
        svg.text(LEFT - 6, top + 26, "end", String.valueOf(most));
        svg.text(LEFT - 6, base, "end", "0");
        double width = (xOf(seconds) - LEFT) / panel.counts.length;
        for (int i = 0; i < panel.counts.length; i++) {
            double height = (double) BARS * panel.counts[i] / most;
            if (height > 0) {
                svg.bar(LEFT + i * width, base - height, Math.max(1, width - 1), height, panel.colour);
            }
        }
        svg.line(LEFT, base, xOf(seconds), base, Svg.INK);
    }
}
