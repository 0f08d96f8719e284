package dev.headgate.it.storms;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which storm misses which rule of the throttle: all storms, one seed, one rule taken out at a time. */
final class AblationTable {
    private final Map<Ablation, List<String>> caught = new EnumMap<>(Ablation.class);

    private AblationTable() {}

    /**
     * Works it out.
     *
     * @param wrappers the folder client-wrappers
     * @param folder for what is compiled
     */
    static AblationTable of(Path wrappers, Path folder) throws IOException, ReflectiveOperationException {
        AblationTable table = new AblationTable();
        for (Ablation ablation : Ablation.values()) {
            try (AblatedLab lab = new AblatedLab(ablation, wrappers, folder)) {
                List<String> lines = new ArrayList<>();
                for (Bar bar : Bars.all()) {
                    List<String> misses = lab.misses(bar);
                    if (!misses.isEmpty()) {
                        lines.add(bar + ": " + String.join(", ", misses));
                    }
                }
                table.caught.put(ablation, lines);
            }
        }
        return table;
    }

    /** Returns lines of text: each rule, and below it the storms that miss it. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        caught.forEach((ablation, misses) -> {
            lines.add("without " + ablation + ": " + misses.size() + " of "
                    + Bars.all().size() + " storms miss it");
            misses.forEach(miss -> lines.add("  " + miss));
        });
        return lines;
    }
}
