package dev.headgate.throttle.match;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the entry that is charged with a call: the most specific of those that match, alone. Specific means, in this order:
 * exact host, longer {@code *.}, longer {@code **.}, CIDR, {@code **}; a port; a scheme; a longer literal path; more headers;
 * methods. Immutable but for a bounded cache of host spellings; thread-safe, without locks.
 *
 * @param <T> what an entry stands for
 */
public final class RuleTable<T> {
    /**
     * One rule of the table.
     *
     * @param match which calls are its
     * @param value what {@link #find} hands out
     * @param source where it was written, for messages: {@code headgate.yml:12:5}
     */
    public record Entry<T>(Match match, T value, String source) {}

    private final List<Entry<T>> entries;
    private final List<Conflict<T>> conflicts;
    private final HostIndex<T> index;
    private final List<JdbcRow<T>> jdbcRows;
    private final HostCache<List<Row<T>>> hosts = new HostCache<>();

    /**
     * Builds the table. One with {@linkplain #conflicts conflicts} can be asked too: of two entries that tie, the earlier is
     * found.
     */
    public RuleTable(List<Entry<T>> entries) {
        this.entries = List.copyOf(entries);
        List<Row<T>> rows = new ArrayList<>();
        List<JdbcRow<T>> jdbc = new ArrayList<>();
        Map<Entry<T>, Integer> places = new IdentityHashMap<>();
        for (Entry<T> entry : this.entries) {
            places.put(entry, places.size());
            if (entry.match().jdbc().isEmpty()) {
                addRows(entry, rows);
            } else if (!entry.match().hasHttpParts()) {
                entry.match().jdbc().forEach(pattern -> jdbc.add(JdbcRow.of(entry, pattern)));
            }
        }
        rows.sort(Specificity::order);
        jdbc.sort((one, other) -> JdbcPattern.bySpecificity(one.pattern(), other.pattern()));
        this.index = new HostIndex<>(rows);
        this.jdbcRows = List.copyOf(jdbc);
        this.conflicts = Conflicts.among(places, rows, jdbc);
    }

    private static <T> void addRows(Entry<T> entry, List<Row<T>> rows) {
        Match match = entry.match();
        List<HostPattern> hosts = match.hosts().isEmpty() ? List.of(HostPattern.EVERY) : match.hosts();
        List<PathPattern> paths = match.paths().isEmpty() ? List.of(PathPattern.EVERY) : match.paths();
        for (HostPattern host : hosts) {
            for (PathPattern path : paths) {
                rows.add(Row.of(entry, host, path, rows.size()));
            }
        }
    }

    /** Returns the entries, in the order in which they were given. */
    public List<Entry<T>> entries() {
        return entries;
    }

    /** Returns all pairs of entries that are equally specific and can both match one call; empty for a sound file. */
    public List<Conflict<T>> conflicts() {
        return conflicts;
    }

    /**
     * Returns true if an entry names this host, whatever else it asks for. No allocation and no lock for a spelling that was
     * seen before.
     *
     * @param host as the client spells it: any case, with or without brackets and trailing dot
     */
    public boolean namesHost(String host) {
        return !rowsOf(host).isEmpty();
    }

    /** Returns the entry that is charged with a request, or null if none matches. */
    public <R> @Nullable Found<T> find(HttpReader<R> reader, R request) {
        List<Row<T>> rows = rowsOf(reader.host(request));
        for (int i = 0; i < rows.size(); i++) {
            Row<T> row = rows.get(i);
            if (row.mismatch(reader, request) == null) {
                return row.found(reader, request);
            }
        }
        return null;
    }

    /** Returns the entry that is charged with a borrow, or null if none matches. Parses the URL: ask once for each target. */
    public @Nullable Found<T> find(JdbcTarget target) {
        return explain(target).found();
    }

    /** Tells which entries came near a request and why all but one of them lost. */
    public <R> Explanation<T> explain(HttpReader<R> reader, R request) {
        return Explainer.http(rowsOf(reader.host(request)), reader, request);
    }

    /** Tells which entries match a borrow and why all but one of them lost. */
    public Explanation<T> explain(JdbcTarget target) {
        return Explainer.jdbc(jdbcRows, target);
    }

    private List<Row<T>> rowsOf(String host) {
        List<Row<T>> known = hosts.get(host);
        if (known != null) {
            return known;
        }
        List<Row<T>> rows = index.rowsOf(HostName.canonical(host));
        hosts.put(host, rows);
        return rows;
    }
}
