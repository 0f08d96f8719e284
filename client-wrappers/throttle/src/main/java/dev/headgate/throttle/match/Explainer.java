package dev.headgate.throttle.match;

import dev.headgate.throttle.match.Explanation.Candidate;
import dev.headgate.throttle.match.Row.Mismatch;
import dev.headgate.throttle.match.RuleTable.Entry;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Puts into words what a look-up in the table does. */
final class Explainer {
    private Explainer() {}

    /** @param rows those whose host fits, the most specific first */
    static <T, R> Explanation<T> http(List<Row<T>> rows, HttpReader<R> reader, R request) {
        Map<Entry<T>, Row<T>> nearest = new IdentityHashMap<>();
        List<Row<T>> firstOfEach = new ArrayList<>();
        Row<T> winner = null;
        for (Row<T> row : rows) {
            Mismatch mismatch = row.mismatch(reader, request);
            Row<T> before = nearest.get(row.entry());
            if (before == null) {
                firstOfEach.add(row);
            }
            if (before == null || isNearer(mismatch, before.mismatch(reader, request))) {
                nearest.put(row.entry(), row);
            }
            if (mismatch == null && winner == null) {
                winner = row;
            }
        }
        List<Candidate<T>> candidates = new ArrayList<>();
        for (Row<T> first : firstOfEach) {
            Row<T> row = nearest.getOrDefault(first.entry(), first);
            candidates.add(
                    new Candidate<>(row.entry(), row.toString(), row == winner, why(row, winner, reader, request)));
        }
        return new Explanation<>(winner == null ? null : winner.found(reader, request), candidates);
    }

    static <T> Explanation<T> jdbc(List<JdbcRow<T>> rows, JdbcTarget target) {
        JdbcRow<T> winner = null;
        Map<Entry<T>, JdbcRow<T>> seen = new IdentityHashMap<>();
        List<Candidate<T>> candidates = new ArrayList<>();
        for (JdbcRow<T> row : rows) {
            if (row.pattern().matches(target) && seen.put(row.entry(), row) == null) {
                if (winner == null) {
                    winner = row;
                }
                String why = row == winner
                        ? "charged"
                        : "matches too, but " + winner.entry().source() + " is more specific";
                candidates.add(new Candidate<>(row.entry(), row.pattern().toString(), row == winner, why));
            }
        }
        return new Explanation<>(winner == null ? null : winner.found(), candidates);
    }

    private static String path(String raw) {
        return raw.isEmpty() ? "/" : raw;
    }

    private static boolean isNearer(@Nullable Mismatch one, @Nullable Mismatch other) {
        return other != null && (one == null || one.compareTo(other) > 0);
    }

    private static <T, R> String why(Row<T> row, @Nullable Row<T> winner, HttpReader<R> reader, R request) {
        Mismatch mismatch = row.mismatch(reader, request);
        if (mismatch == null) {
            return row == winner || winner == null
                    ? "charged"
                    : "matches too, but " + winner.entry().source() + " is more specific: "
                            + Specificity.why(winner, row);
        }
        return switch (mismatch) {
            case PORT ->
                "is for port " + row.host().port() + ", the call goes to "
                        + (reader.port(request) > 0
                                ? reader.port(request)
                                : HostPattern.defaultPort(reader.scheme(request)));
            case SCHEME -> "is for " + row.host().scheme() + ", the call is " + reader.scheme(request);
            case METHOD ->
                "is for "
                        + String.join(", ", new TreeSet<>(row.entry().match().methods())) + ", the call is "
                        + reader.method(request);
            case PATH -> "is for the path " + row.path() + ", the call goes to " + path(reader.rawPath(request));
            case HEADER -> {
                HeaderPattern header = row.entry().match().missingHeader(reader, request);
                String name = header == null ? "" : header.name();
                yield reader.header(request, name) == null
                        ? "asks for header " + name + ", which the call has not"
                        : "asks for another value of header " + name;
            }
        };
    }
}
