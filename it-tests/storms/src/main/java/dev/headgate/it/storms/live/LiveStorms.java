package dev.headgate.it.storms.live;

import dev.headgate.it.storms.Average;
import dev.headgate.it.storms.Scenario;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Plays storms to real programs, with the agent and without, and compares what comes of it with the simulation. */
public final class LiveStorms {
    private LiveStorms() {}

    /**
     * What came of all.
     *
     * @param averages for each scenario real programs and the simulation, each without Headgate and with it
     * @param misses what differs from the simulation by more than a fifth, each as a sentence
     */
    public record Outcome(List<Average> averages, List<String> misses) {}

    /**
     * Plays all scenarios whose name begins so, one after the other, and writes their tables.
     *
     * @param prefix of their names; {@code all} for all
     * @param agent the agent's jar
     * @param folder where {@code storms-live.txt} is written
     * @param out gets each table as soon as it is there
     */
    public static Outcome run(String prefix, File agent, Path folder, PrintStream out) throws IOException {
        List<Average> averages = new ArrayList<>();
        List<String> misses = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        Path scratch = Files.createDirectories(folder.resolve("live"));
        for (Scenario scenario : LiveScenarios.all()) {
            if (prefix.equals("all") || scenario.name().startsWith(prefix)) {
                LiveStorm.Pair live = LiveStorm.play(scenario, agent, scratch);
                Comparison comparison = Comparison.of(scenario, live);
                String table = comparison.table() + live.remarks();
                out.println(table);
                tables.add(table);
                averages.addAll(comparison.averages());
                misses.addAll(comparison.misses());
                Files.write(
                        scratch.resolve(scenario.name() + ".log"), live.with().agentLines());
            }
        }
        if (!tables.isEmpty()) {
            Files.write(folder.resolve("storms-live.txt"), tables);
        }
        return new Outcome(List.copyOf(averages), List.copyOf(misses));
    }
}
