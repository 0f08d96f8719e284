package dev.headgate.it.support;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * A line that a program prints for the test that reads it: a name and {@code key=value} pairs, separated by tabs.
 *
 * @param name what the line is about
 * @param values its pairs, in order
 */
public record Facts(String name, Map<String, String> values) {
    /** Returns the lines of that name. */
    public static List<Facts> named(String name, List<String> lines) {
        List<Facts> found = new ArrayList<>();
        for (String line : lines) {
            String[] parts = line.split("\t", -1);
            if (parts[0].equals(name)) {
                Map<String, String> values = new LinkedHashMap<>();
                for (int i = 1; i < parts.length; i++) {
                    int equals = parts[i].indexOf('=');
                    values.put(parts[i].substring(0, equals), parts[i].substring(equals + 1));
                }
                found.add(new Facts(name, values));
            }
        }
        return found;
    }

    /** Returns whether there is such a pair. */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    public String text(String key) {
        return Objects.requireNonNull(values.get(key), () -> "no " + key + " in " + this);
    }

    public long number(String key) {
        return Long.parseLong(text(key));
    }
}
