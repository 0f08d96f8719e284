package dev.headgate.it.storms;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** One rule of the throttle taken out of its source, to see which storm misses it. */
public enum Ablation {
    /** Calls come back as fast as the limits let them. */
    PACING("Pacer.java", List.of("return engaged ? (second * 1_000 + pace - 1) / pace : 0;", "return 0;")),
    /** The pace is never cut. */
    CUTS(
            "Pacer.java",
            List.of("boolean cut = adaptive && bad >= LEAST_BAD && bad * 10 >= all;", "boolean cut = false;")),
    /** One failure of a second is enough for a cut, and each cut is a whole one. */
    CUT_BY_SHARE(
            "Pacer.java",
            List.of("bad >= LEAST_BAD && bad * 10 >= all", "bad >= 1", "cutTo(1_500 * good / all)", "cutTo(0)")),
    /** The pace may end while calls still hold slots. */
    LAST_SLOT("Pacer.java", List.of(" && lastSlot - at <= 0", "")),
    /** The calm before the pace ends may pass within the pause. */
    CALM_AFTER_PAUSE("Pacer.java", List.of("troubleUntil = Math.max(troubleUntil - at, pausedUntil - at) + at;", "")),
    /** The pace grows to what went before and no further. */
    GROWTH_BEYOND("Pacer.java", List.of("i < successes && pace < MOST", "i < successes && pace < before")),
    /** On its share every process begins at the very end of a pause. */
    LATE_FIRST_SLOT("RulePacer.java", List.of("random.nextLong(PARTS)", "0")),
    /** Who is refused without a word of when to come back does not back off. */
    OWN_BACKOFF("RulePacer.java", List.of("told.backoffNanos() > ordered && !pacer.serves(now)", "false")),
    /** And backs off even from a downstream that serves most calls. */
    BACKOFF_BY_SHARE("RulePacer.java", List.of(" && !pacer.serves(now)", ""));

    private final String file;
    private final List<String> changes;

    /** @param changes what is in the source and what is put in its place, in turn */
    Ablation(String file, List<String> changes) {
        this.file = "throttle/src/main/java/dev/headgate/throttle/" + file;
        this.changes = changes;
    }

    /**
     * Writes the source without the rule.
     *
     * @param wrappers the folder client-wrappers
     * @param folder where the source without it is written
     * @return that source
     * @throws IllegalStateException if the rule is not in the source as it was: then this must follow it
     */
    Path write(Path wrappers, Path folder) throws IOException {
        String source = Files.readString(wrappers.resolve(file));
        for (int i = 0; i < changes.size(); i += 2) {
            if (!source.contains(changes.get(i))) {
                throw new IllegalStateException(file + " does not contain: " + changes.get(i));
            }
            source = source.replace(changes.get(i), changes.get(i + 1));
        }
        Files.createDirectories(folder);
        Path changed = folder.resolve(Path.of(file).getFileName());
        // The annotations are there for the compiler of the build only.
        Files.writeString(
                changed,
                source.replace("import org.jspecify.annotations.Nullable;", "").replace("@Nullable ", ""));
        return changed;
    }
}
