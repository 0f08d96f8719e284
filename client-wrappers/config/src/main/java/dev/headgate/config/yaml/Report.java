package dev.headgate.config.yaml;

import dev.headgate.config.report.Problem;
import dev.headgate.config.report.Problem.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Collects all that is wrong with one file; bounded, whatever the file holds. Not thread-safe. */
public final class Report {
    private static final int MOST = 200;

    private final List<Problem> problems = new ArrayList<>();
    private final Set<Span> broken = new HashSet<>();
    private SourceText source;
    private int errors;
    private int untold;

    public Report(SourceText source) {
        this.source = source;
    }

    public SourceText source() {
        return source;
    }

    void reading(SourceText repaired) {
        source = repaired;
    }

    public void error(Span at, String message, @Nullable String hint) {
        add(Severity.ERROR, at, message, hint, null);
    }

    /** As {@link #error(Span, String, String)}, and shows the line with {@code instead} where {@code at} is. */
    public void error(Span at, String message, @Nullable String hint, @Nullable String instead) {
        String corrected = instead == null || !at.inOneLine() || isFull() ? null : source.replaced(at, instead);
        add(Severity.ERROR, at, message, hint, corrected);
    }

    public void warning(Span at, String message, @Nullable String hint) {
        add(Severity.WARNING, at, message, hint, null);
    }

    public void note(Span at, String message, @Nullable String hint) {
        add(Severity.NOTE, at, message, hint, null);
    }

    void add(Severity severity, Span at, String message, @Nullable String hint, @Nullable String corrected) {
        if (broken.contains(at)) {
            return;
        }
        if (severity == Severity.ERROR) {
            errors++;
        }
        if (isFull()) {
            untold++;
            return;
        }
        int column = source.column(at.line(), at.column());
        problems.add(new Problem(
                severity, source.name(), at.line(), column, Shown.whole(message), shown(hint), shown(corrected)));
    }

    private static @Nullable String shown(@Nullable String text) {
        return text == null ? null : Shown.whole(text);
    }

    /** What stands at {@code at} has been told of; that it is not a rate, either, is no news. */
    void broken(Span at) {
        broken.add(at);
    }

    /** Returns true if more problems are only counted, so that work on their hints is in vain. */
    public boolean isFull() {
        return problems.size() >= MOST;
    }

    void addAll(Report other) {
        broken.addAll(other.broken);
        int room = Math.min(MOST - problems.size(), other.problems.size());
        problems.addAll(other.problems.subList(0, room));
        untold += other.problems.size() - room;
        errors += other.errors;
        untold += other.untold;
    }

    public boolean hasErrors() {
        return errors > 0;
    }

    /** Returns what was found, in the order of the file. */
    public List<Problem> problems() {
        List<Problem> sorted = new ArrayList<>(problems);
        sorted.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
        if (untold > 0) {
            sorted.add(new Problem(
                    errors > 0 ? Severity.ERROR : Severity.WARNING,
                    source.name(),
                    0,
                    0,
                    "and " + untold + " more problems that are not listed",
                    null,
                    null));
        }
        return List.copyOf(sorted);
    }
}
