package dev.headgate.it.storms.report;

import dev.headgate.it.storms.Average;
import dev.headgate.it.storms.Figures;
import dev.headgate.it.storms.Scenario;
import dev.headgate.it.storms.Strategy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All storms on one page that needs nothing else. */
public final class Page {
    private static final String HEAD = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>Headgate: the storm lab</title>
            <style>
            body{font-family:sans-serif;margin:2em auto;max-width:1500px;padding:0 1em;color:#222}
            table{border-collapse:collapse;font-size:13px;margin:.6em 0}
            td,th{padding:2px 10px;text-align:right;border-bottom:1px solid #ddd}
            td:first-child,th:first-child{text-align:left}
            .ours{font-weight:bold} svg{margin:4px;border:1px solid #eee} i{display:inline-block;width:10px;height:10px;margin-right:6px}
            </style></head><body>
            <h1>Headgate: the storm lab</h1>
            """;

    private Page() {}

    /** Returns HTML. */
    public static String html(List<Average> averages, int seeds) {
        StringBuilder html = new StringBuilder(1 << 20).append(HEAD);
        html.append("<p>Simulated in virtual time with the real throttle; means of ")
                .append(seeds)
                .append(" seeds, the herd is the worst of them, lines show the first. <b>success</b>: calls served. "
                        + "<b>recovery</b>: seconds after the trouble until 95 % of what could be served is served. "
                        + "<b>wasted</b>: attempts on the wire that served nobody. <b>peak after</b>: most arrivals in a "
                        + "second after the trouble ÷ capacity. <b>herd</b>: arrivals in the first 100 ms in which "
                        + "anybody calls after it ÷ what a paced return allows.</p>\n");
        Map<String, List<Average>> storms = byStorm(averages);
        storms.forEach((name, storm) -> section(html, name, storm));
        return html.append("</body></html>\n").toString();
    }

    /** Returns every plot as a picture of its own, by file name. */
    public static Map<String, String> pictures(List<Average> averages) {
        Map<String, String> files = new LinkedHashMap<>();
        byStorm(averages)
                .forEach((name, storm) ->
                        Pictures.of(storm).forEach((plot, svg) -> files.put(name + "-" + plot + ".svg", svg)));
        return files;
    }

    private static Map<String, List<Average>> byStorm(List<Average> averages) {
        Map<String, List<Average>> storms = new LinkedHashMap<>();
        for (Average each : averages) {
            storms.computeIfAbsent(each.scenario().name(), first -> new ArrayList<>())
                    .add(each);
        }
        return storms;
    }

    private static void section(StringBuilder html, String name, List<Average> storm) {
        html.append("<h2 id=\"").append(name).append("\">").append(name).append("</h2>\n<p>");
        html.append(words(storm.get(0).scenario())).append("</p>\n<table><tr><th>strategy</th><th>success</th>");
        html.append("<th>recovery</th><th>wasted</th><th>peak after</th><th>herd</th><th>attempts per call</th>");
        html.append("<th>fairness</th><th>mean latency</th></tr>\n");
        storm.forEach(each -> row(html, each));
        html.append("</table>\n");
        Pictures.of(storm).values().forEach(html::append);
    }

    private static void row(StringBuilder html, Average each) {
        Strategy strategy = each.strategy();
        html.append(String.format(
                Locale.ROOT,
                "<tr%s><td><i style=\"background:%s\"></i>%s</td><td>%.3f</td><td>%s</td><td>%.1f %%</td><td>%.2f</td>"
                        + "<td>%.2f</td><td>%.2f</td><td>%.3f</td><td>%.2f s</td></tr>%n",
                strategy == Strategy.HEADGATE ? " class=\"ours\"" : "",
                Palette.of(strategy),
                strategy.label(),
                each.success(),
                Double.isInfinite(each.recovery()) ? "never" : String.format(Locale.ROOT, "%.1f s", each.recovery()),
                100 * each.wasted(),
                each.peakAfter(),
                each.herd(),
                each.mean(Figures::amplification),
                each.mean(Figures::fairness),
                each.mean(Figures::latency)));
    }

    private static String words(Scenario scenario) {
        return String.format(
                Locale.ROOT,
                "%d processes, load %.2f of %.0f/s, limit %s at %.2f of it, trouble from %.0f s to %.0f s.",
                scenario.traffic().processes(),
                scenario.traffic().load(),
                scenario.downstream().capacity(),
                scenario.limit().kind(),
                scenario.limit().ofCapacity(),
                scenario.trouble().from(),
                scenario.trouble().to());
    }
}
