package dev.headgate.throttle.match;

import dev.headgate.throttle.match.RuleTable.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Looks for entries of which nobody could say which one is charged. Each pair is told once, in the order of the file. */
final class Conflicts<T> {
    private final List<Conflict<T>> found = new ArrayList<>();
    private final Set<List<Integer>> told = new HashSet<>();
    private final Map<Entry<T>, Integer> places;

    private Conflicts(Map<Entry<T>, Integer> places) {
        this.places = places;
    }

    static <T> List<Conflict<T>> among(Map<Entry<T>, Integer> places, List<Row<T>> rows, List<JdbcRow<T>> jdbcRows) {
        Conflicts<T> conflicts = new Conflicts<>(places);
        // Two host patterns that tie and match one host are equal: no other pair needs a look.
        Map<HostPattern, List<Row<T>>> byHost = new LinkedHashMap<>();
        for (Row<T> row : rows) {
            byHost.computeIfAbsent(row.host(), host -> new ArrayList<>()).add(row);
        }
        byHost.values().forEach(conflicts::http);
        conflicts.jdbc(jdbcRows);
        return List.copyOf(conflicts.found);
    }

    private void http(List<Row<T>> rows) {
        for (int j = 1; j < rows.size(); j++) {
            for (int i = 0; i < j; i++) {
                Row<T> one = rows.get(i);
                Row<T> other = rows.get(j);
                if (Specificity.tieBreak(one, other) == 0 && one.canMeet(other)) {
                    add(one.entry(), one.toString(), other.entry(), other.toString(), one.sameAs(other));
                }
            }
        }
    }

    private void jdbc(List<JdbcRow<T>> rows) {
        for (int j = 1; j < rows.size(); j++) {
            for (int i = 0; i < j; i++) {
                JdbcPattern one = rows.get(i).pattern();
                JdbcPattern other = rows.get(j).pattern();
                if (JdbcPattern.bySpecificity(one, other) == 0 && one.canMeet(other)) {
                    add(rows.get(i).entry(), one.toString(), rows.get(j).entry(), other.toString(), one.equals(other));
                }
            }
        }
    }

    private void add(Entry<T> one, String onePattern, Entry<T> other, String otherPattern, boolean duplicate) {
        int onePlace = places.getOrDefault(one, 0);
        int otherPlace = places.getOrDefault(other, 0);
        if (onePlace > otherPlace) {
            add(other, otherPattern, one, onePattern, duplicate);
        } else if (onePlace < otherPlace && told.add(List.of(onePlace, otherPlace))) {
            String message = duplicate
                    ? "\"" + otherPattern + "\" is there twice: " + one.source() + " and " + other.source()
                            + " name the same calls; keep one of them"
                    : "\"" + onePattern + "\" (" + one.source() + ") and \"" + otherPattern + "\" (" + other.source()
                            + ") are equally specific and can match the same call; make one of them narrower";
            found.add(new Conflict<>(one, other, duplicate, message));
        }
    }
}
