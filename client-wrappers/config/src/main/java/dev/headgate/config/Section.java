package dev.headgate.config;

import dev.headgate.config.yaml.Node;
import dev.headgate.config.yaml.Node.Field;
import dev.headgate.config.yaml.Node.Fields;
import dev.headgate.config.yaml.Report;
import dev.headgate.config.yaml.Shown;
import dev.headgate.config.yaml.Span;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A map of the file whose keys have been looked through: unknown ones and those of later versions are told. */
final class Section {
    private final Fields fields;
    private final Map<String, Field> known = new HashMap<>();
    private final Set<String> meant = new HashSet<>();
    private boolean strange;

    private Section(Fields fields) {
        this.fields = fields;
    }

    /**
     * Looks through the keys.
     *
     * @param what this is, for messages: {@code downstream `charges`}
     */
    static Section of(Fields fields, Vocabulary words, String what, Report report) {
        Section section = new Section(fields);
        for (Field field : fields.fields()) {
            String key = field.key().text();
            String later = words.later(key);
            if (words.keys().contains(key)) {
                section.known.put(key, field);
            } else if (later != null) {
                section.strange = true;
                report.error(
                        field.key().at(),
                        "not yet in this version: " + Shown.quoted(key) + " (" + later + ")",
                        "take it out; it is refused so that nobody relies on it");
            } else {
                section.unknown(field, words, what, report);
            }
        }
        return section;
    }

    private void unknown(Field field, Vocabulary words, String what, Report report) {
        strange = true;
        String key = field.key().text();
        if (report.isFull()) {
            report.error(field.key().at(), "unknown key", null);
            return;
        }
        String message = "unknown key " + Shown.quoted(key) + " in " + what;
        String nearest = Nearest.to(key, words.keys());
        String elsewhere = Vocabulary.elsewhere(key);
        String keys = "keys here: " + String.join(", ", words.keys());
        if (elsewhere != null) {
            report.error(field.key().at(), message, elsewhere + "; " + keys);
        } else if (nearest != null) {
            meant.add(nearest);
            report.error(field.key().at(), message, "did you mean `" + nearest + "`? " + keys, nearest);
        } else {
            String place = words == Vocabulary.FILE ? "what is called stands under `downstreams:`; " : "";
            report.error(field.key().at(), message, place + keys);
        }
    }

    /** Returns the value of a key, or null if it is not there. */
    @Nullable
    Node get(String key) {
        Field field = known.get(key);
        return field == null ? null : field.value();
    }

    /** Returns where a key stands; where the map begins if it is not there. */
    Span at(String key) {
        Field field = known.get(key);
        return field == null ? at() : field.key().at();
    }

    Span at() {
        return fields.at();
    }

    /** Returns true if a key was misspelt that was probably this one; then its absence is no news. */
    boolean meant(String key) {
        return meant.contains(key);
    }

    /** Returns true if there are keys that are unknown, or not known yet. */
    boolean isStrange() {
        return strange;
    }

    boolean has(String key) {
        return known.containsKey(key);
    }
}
