package dev.headgate.throttle.match;

import java.util.List;
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

    /**
     * Builds the table. One with {@linkplain #conflicts conflicts} can be asked too: of two entries that tie, the earlier is
     * found.
     */
    public RuleTable(List<Entry<T>> entries) {
        this.entries = List.copyOf(entries);
    }

    /** Returns the entries, in the order in which they were given. */
    public List<Entry<T>> entries() {
        return entries;
    }

    /** Returns all pairs of entries that are equally specific and can both match one call; empty for a sound file. */
    public List<Conflict<T>> conflicts() {
        return List.of();
    }

    /**
     * Returns true if an entry names this host, whatever else it asks for. No allocation and no lock for a spelling that was
     * seen before.
     *
     * @param host as the client spells it: any case, with or without brackets and trailing dot
     */
    public boolean namesHost(String host) {
        throw new UnsupportedOperationException();
    }

    /** Returns the entry that is charged with a request, or null if none matches. */
    public <R> @Nullable Found<T> find(HttpReader<R> reader, R request) {
        throw new UnsupportedOperationException();
    }

    /** Returns the entry that is charged with a borrow, or null if none matches. */
    public @Nullable Found<T> find(JdbcTarget target) {
        throw new UnsupportedOperationException();
    }

    /** Tells which entries came near a request and why all but one of them lost. */
    public <R> Explanation<T> explain(HttpReader<R> reader, R request) {
        throw new UnsupportedOperationException();
    }

    /** Tells which entries came near a borrow and why all but one of them lost. */
    public Explanation<T> explain(JdbcTarget target) {
        throw new UnsupportedOperationException();
    }
}
