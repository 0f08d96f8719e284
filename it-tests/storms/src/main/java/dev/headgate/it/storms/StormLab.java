package dev.headgate.it.storms;

import dev.headgate.it.storms.report.Csv;
import dev.headgate.it.storms.report.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the storms and reports: a table on the terminal, {@code storms.csv}, {@code storms.html} and pictures. */
public final class StormLab {
    private static final Set<Strategy> ALL = EnumSet.allOf(Strategy.class);
    private static final Set<Strategy> OURS = EnumSet.of(Strategy.NAIVE, Strategy.HEADGATE);
    private static final Set<Strategy> SHARES = EnumSet.of(
            Strategy.NAIVE, Strategy.LOCAL_SHARE, Strategy.LOCAL_SHARE_90, Strategy.FLEET_LIMIT, Strategy.HEADGATE);

    private final String wanted;
    private final int seeds;
    private final List<Average> averages = new ArrayList<>();

    private StormLab(String wanted, int seeds) {
        this.wanted = wanted;
        this.seeds = seeds;
    }

    /**
     * Runs.
     *
     * @param args {@code all} or how the names of the scenarios begin; seeds; folder of the report
     */
    public static void main(String[] args) throws IOException {
        StormLab lab = new StormLab(args[0], Integer.parseInt(args[1]));
        lab.run(Scenarios.storms(), ALL);
        lab.run(Scenarios.limits(), OURS);
        lab.run(Scenarios.fleets(), SHARES);
        lab.report(Path.of(args[2]));
    }

    private void run(List<Scenario> scenarios, Set<Strategy> strategies) {
        for (Scenario scenario : scenarios) {
            if (wanted.equals("all") || scenario.name().startsWith(wanted)) {
                strategies.forEach(strategy -> averages.add(Average.of(scenario, strategy, seeds)));
            }
        }
    }

    private void report(Path folder) throws IOException {
        List<String> lines = Csv.lines(averages);
        lines.forEach(System.out::println);
        Files.createDirectories(folder.resolve("pictures"));
        Files.write(folder.resolve("storms.csv"), lines);
        Files.writeString(folder.resolve("storms.html"), Page.html(averages, seeds));
        for (Map.Entry<String, String> picture : Page.pictures(averages).entrySet()) {
            Files.writeString(folder.resolve("pictures").resolve(picture.getKey()), picture.getValue());
        }
    }
}
