package dev.headgate.config.yaml;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads a text into a tree. Where YAML stumbles over one of its own traps, the trap is told, the line repaired, and reading
 * begins again, so that one run tells all that is wrong. Never throws for what the text holds.
 */
public final class YamlReader {
    private static final int MOST_REPAIRS = 40;

    private YamlReader() {}

    /**
     * Returns the tree, or null if there is none: the text is empty, or broken where no repair is sure. Then the report says so.
     */
    public static @Nullable Node read(SourceText text, Report report) {
        SourceText source = Characters.withoutTabs(text, report);
        Set<String> told = new HashSet<>();
        for (int repairs = 0; ; repairs++) {
            report.reading(source);
            Report found = new Report(source);
            Tree tree = new Tree(found);
            Optional<Trap> trap = parse(source, tree);
            if (trap.isEmpty()) {
                report.addAll(found);
                return tree.root();
            }
            boolean again = !told.add(trap.get().line() + ":" + trap.get().column());
            if (again) {
                // A repair that mends nothing would be told again and again, each time longer.
                report.addAll(found);
                return null;
            }
            trap.get().tell(report);
            String corrected = trap.get().corrected();
            boolean another =
                    repairs < MOST_REPAIRS && !source.line(trap.get().line()).equals(corrected);
            if (corrected == null || !another) {
                report.addAll(found);
                return null;
            }
            source = source.with(trap.get().line(), corrected);
        }
    }

    private static Optional<Trap> parse(SourceText source, Tree tree) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(source.name())
                .setCodePointLimit(Integer.MAX_VALUE)
                .build();
        try {
            for (Event event : new Parse(settings).parseString(source.text())) {
                tree.take(event);
                if (tree.done()) {
                    break;
                }
            }
            return Optional.empty();
        } catch (MarkedYamlEngineException stumbled) {
            return Optional.of(Traps.diagnose(source, stumbled, tree.inFlow()));
        } catch (YamlEngineException unmarked) {
            return Optional.of(new Trap(1, 1, "this is not YAML", null, null));
        }
    }
}
