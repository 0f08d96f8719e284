package dev.headgate.it.storms;

import dev.headgate.it.storms.live.LiveStorms;
import dev.headgate.it.storms.report.Csv;
import dev.headgate.it.storms.report.Page;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Runs the storms and reports: a table on the terminal, {@code storms.csv}, {@code storms.html} and pictures. */
public final class StormLab {
    private static final int SEEDS_OF_A_MEAN = 20;
    private static final Set<Strategy> ALL = EnumSet.allOf(Strategy.class);
    private static final Set<Strategy> OURS = EnumSet.of(Strategy.NAIVE, Strategy.HEADGATE);
    private static final Set<Strategy> SHARES = EnumSet.of(
            Strategy.NAIVE, Strategy.LOCAL_SHARE, Strategy.LOCAL_SHARE_90, Strategy.FLEET_LIMIT, Strategy.HEADGATE);

    private final String wanted;
    private final int seeds;
    private final Map<String, Average> averages = new LinkedHashMap<>();

    private StormLab(String wanted, int seeds) {
        this.wanted = wanted;
        this.seeds = seeds;
    }

    /**
     * Runs. Ends with 1 if a storm did not come to what it must.
     *
     * @param args {@code all} or how the names of the scenarios begin; seeds; folder of the report; folder
     *     client-wrappers
     */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        StormLab lab = new StormLab(args[0], Integer.parseInt(args[1]));
        Scenarios.storms().forEach(storm -> lab.run(storm, ALL));
        for (Scenario storm : List.of(Scenarios.BROWNOUT, Scenarios.OUTAGE_RETRY_AFTER)) {
            Scenarios.limits(storm).forEach(each -> lab.run(each, OURS));
            Scenarios.fleets(storm).forEach(each -> lab.run(each, SHARES));
        }
        List<String> misses = lab.misses();
        LiveStorms.Outcome live = LiveStorms.run(args[0], agent(), Path.of(args[2]), System.out);
        live.averages().forEach(each -> lab.averages.put(each.scenario().name() + ' ' + each.strategy(), each));
        misses.addAll(live.misses());
        lab.report(Path.of(args[2]));
        if (lab.wanted.equals("all")) {
            AblationTable table =
                    AblationTable.of(Path.of(args[3]), Path.of(args[2]).resolve("ablated"));
            Files.write(Path.of(args[2]).resolve("ablation.txt"), table.lines());
            table.lines().forEach(System.out::println);
        }
        misses.forEach(System.out::println);
        if (!misses.isEmpty()) {
            System.exit(1);
        }
    }

    private static File agent() {
        return new File(System.getProperty("headgate.agent.jar", "not set: headgate.agent.jar")).getAbsoluteFile();
    }

    private void run(Scenario scenario, Set<Strategy> strategies) {
        if (isWanted(scenario)) {
            strategies.forEach(strategy -> average(scenario, strategy));
        }
    }

    private boolean isWanted(Scenario scenario) {
        return wanted.equals("all") || scenario.name().startsWith(wanted);
    }

    private Average average(Scenario scenario, Strategy strategy) {
        return averages.computeIfAbsent(
                scenario.name() + ' ' + strategy, once -> Average.of(scenario, strategy, seeds));
    }

    private List<String> misses() {
        List<String> misses = new ArrayList<>();
        for (Bar bar : Bars.all()) {
            if (isWanted(bar.scenario())) {
                Bounds bounds = seeds < SEEDS_OF_A_MEAN ? bar.once() : bar.mean();
                bounds.misses(average(bar.scenario(), bar.strategy()))
                        .forEach(miss -> misses.add("missed: " + bar + ": " + miss));
            }
        }
        return misses;
    }

    private void report(Path folder) throws IOException {
        List<Average> all = List.copyOf(averages.values());
        List<String> lines = Csv.lines(all);
        lines.forEach(System.out::println);
        Files.createDirectories(folder.resolve("pictures"));
        Files.write(folder.resolve("storms.csv"), lines);
        Files.writeString(folder.resolve("storms.html"), Page.html(all, seeds));
        for (Map.Entry<String, String> picture : Page.pictures(all).entrySet()) {
            Files.writeString(folder.resolve("pictures").resolve(picture.getKey()), picture.getValue());
        }
    }
}
