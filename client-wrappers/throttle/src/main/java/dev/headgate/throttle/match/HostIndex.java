package dev.headgate.throttle.match;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rows of a table by their host patterns. Immutable once built. */
final class HostIndex<T> {
    /** The longest name of the DNS; nothing longer can be in a pattern. */
    private static final int LONGEST = 253;

    private final Map<String, List<Row<T>>> exact = new HashMap<>();
    private final Map<String, List<Row<T>>> oneLabel = new HashMap<>();
    private final Map<String, List<Row<T>>> anyDepth = new HashMap<>();
    private final List<Row<T>> blocks = new ArrayList<>();
    private final List<Row<T>> any = new ArrayList<>();

    /** @param rows in the order in which they are to be found */
    HostIndex(List<Row<T>> rows) {
        for (Row<T> row : rows) {
            String name = row.host().name();
            switch (row.host().kind()) {
                case EXACT ->
                    exact.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
                case ONE_LABEL ->
                    oneLabel.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
                case ANY_DEPTH ->
                    anyDepth.computeIfAbsent(name, key -> new ArrayList<>()).add(row);
                case CIDR -> blocks.add(row);
                case ANY -> any.add(row);
            }
        }
    }

    /** Returns the rows whose host pattern matches, the most specific first. */
    List<Row<T>> rowsOf(String canonicalHost) {
        List<Row<T>> rows = new ArrayList<>();
        if (canonicalHost.length() <= LONGEST) {
            rows.addAll(exact.getOrDefault(canonicalHost, List.of()));
            // A name without a first label is none: `.example.com` has no label for a wildcard.
            int first = canonicalHost.indexOf('.');
            if (first > 0) {
                rows.addAll(oneLabel.getOrDefault(canonicalHost.substring(first + 1), List.of()));
                for (int dot = first; dot >= 0 && !anyDepth.isEmpty(); dot = canonicalHost.indexOf('.', dot + 1)) {
                    rows.addAll(anyDepth.getOrDefault(canonicalHost.substring(dot + 1), List.of()));
                }
            }
            IpAddress address = blocks.isEmpty() ? null : HostName.address(canonicalHost);
            for (Row<T> row : blocks) {
                if (row.host().contains(address)) {
                    rows.add(row);
                }
            }
        }
        rows.addAll(any);
        return List.copyOf(rows);
    }
}
