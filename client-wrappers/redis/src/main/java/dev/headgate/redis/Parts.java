package dev.headgate.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one resource says of a kind of limit: the names of its numbers, of its state and of what a ticket keeps of it, and the
 * sections of the scripts, each after a line {@code --: name}. Immutable.
 */
final class Parts {
    private static final String SECTION = "--: ";

    private final Map<String, List<String>> names = new HashMap<>();
    private final Map<String, List<String>> sections = new HashMap<>();

    private Parts(List<String> lines) {
        List<String> current = new ArrayList<>();
        for (String line : lines) {
            if (line.startsWith(SECTION)) {
                current = new ArrayList<>();
                sections.put(line.substring(SECTION.length()), current);
            } else if (sections.isEmpty()) {
                readNames(line);
            } else {
                current.add(line);
            }
        }
    }

    private void readNames(String line) {
        for (String list : List.of("numbers", "state", "before")) {
            String start = "-- " + list + ": ";
            if (line.startsWith(start)) {
                names.put(list, List.of(line.substring(start.length()).split(" ")));
            }
        }
    }

    static Parts of(String resource) {
        return new Parts(lines(resource));
    }

    /** The lines of {@code lua/resource.lua}. */
    static List<String> lines(String resource) {
        try (InputStream text = Parts.class.getResourceAsStream("lua/" + resource + ".lua")) {
            return new String(Objects.requireNonNull(text, resource).readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of a list: {@code numbers}, {@code state} or {@code before}. */
    List<String> names(String list) {
        return Objects.requireNonNull(names.get(list), list);
    }

    boolean has(String section) {
        return sections.containsKey(section);
    }

    /** The lines of a section; none if it has no such section. */
    List<String> section(String section) {
        return sections.getOrDefault(section, List.of());
    }
}
